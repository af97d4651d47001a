-- Patterns and functions over text.

-- name: like_prefix
SELECT id, kw FROM ora_wide WHERE kw LIKE 'abc%';

-- name: like_suffix
SELECT id, kw FROM ora_wide WHERE kw LIKE '%123';

-- name: like_inside
SELECT id, kw FROM ora_wide WHERE kw LIKE '%b%';

-- name: like_underscore_is_any_character
SELECT id, kw FROM ora_wide WHERE kw LIKE 'abc_123';

-- name: like_escaped_underscore
SELECT id, kw FROM ora_wide WHERE kw LIKE 'abc\_123' ESCAPE '\';

-- name: like_escaped_percent
SELECT id, kw FROM ora_wide WHERE kw LIKE 'a\%b' ESCAPE '\';

-- name: like_escaped_backslash
SELECT id, kw FROM ora_wide WHERE kw LIKE 'a\\b' ESCAPE '\';

-- name: like_star_is_a_character
SELECT id, kw FROM ora_wide WHERE kw LIKE '%c*' OR kw LIKE 'a?%';

-- name: like_regex_characters
SELECT id, kw FROM ora_wide WHERE kw LIKE 'x{1}|(%' OR kw LIKE '#@&<>~^$%' OR kw LIKE '[a-c]%';

-- name: like_without_wildcard
SELECT id FROM ora_wide WHERE kw LIKE 'abc';

-- name: like_everything
SELECT count(*) FROM ora_wide WHERE kw LIKE '%';

-- name: like_one_character
SELECT id, kw FROM ora_wide WHERE kw LIKE '_';

-- name: like_empty
SELECT id FROM ora_wide WHERE kw LIKE '';

-- name: like_emoji
SELECT id, kw FROM ora_wide WHERE kw LIKE '😀%';

-- name: like_over_newline
SELECT id, kw FROM ora_wide WHERE kw LIKE 'line%break';

-- name: not_like
SELECT id, kw FROM ora_wide WHERE kw NOT LIKE '%a%';

-- name: not_of_like
SELECT id, kw FROM ora_wide WHERE NOT (kw LIKE 'abc%' OR grp = 'red');

-- name: ilike
SELECT id, kw FROM ora_wide WHERE kw ILIKE 'AB%';

-- name: ilike_beyond_ascii
SELECT id, kw FROM ora_wide WHERE kw ILIKE 'É';

-- name: not_ilike
SELECT id, kw FROM ora_wide WHERE kw NOT ILIKE '%A%';

-- name: like_on_text
SELECT id, txt FROM ora_wide WHERE txt LIKE 'Big F%';

-- name: like_on_text_tokens_do_not_count
SELECT id, txt FROM ora_wide WHERE txt LIKE 'big%' OR txt LIKE '%200%';

-- name: like_on_ip
SELECT id, ip FROM ora_wide WHERE ip LIKE '59.64.%';

-- name: text_and_keyword_together
SELECT id FROM ora_wide WHERE txt LIKE 'The%' AND grp LIKE 're%';

-- name: regular_expression
SELECT id, kw FROM ora_wide WHERE regexp_matches(kw, '^ab[c_]');

-- name: similar_to
SELECT id, kw FROM ora_wide WHERE kw SIMILAR TO '(a|b)+';

-- name: starts_with
SELECT id, kw FROM ora_wide WHERE starts_with(kw, 'ab') OR kw ^@ 'pa';

-- name: lower_equal
SELECT id, kw FROM ora_wide WHERE lower(kw) = 'a';

-- name: text_functions
SELECT id, upper(kw), length(kw), reverse(kw), substr(kw, 2, 2), kw || '!', replace(kw, 'a', 'z') FROM ora_wide;

-- name: length_in_characters_and_bytes
SELECT id, length(kw), strlen(kw), unicode(kw) FROM ora_wide;

-- name: trim_and_concat
SELECT id, trim(kw), concat(grp, '-', kw), concat_ws('/', grp, kw, i) FROM ora_wide;

-- name: split_and_list
SELECT id, string_split(txt, ' ') FROM ora_wide WHERE length(txt) < 30;

-- name: collated_order
-- ordered
SELECT kw, id FROM ora_wide WHERE kw IS NOT NULL ORDER BY kw, id;

-- name: greatest_and_least
SELECT id, greatest(kw, grp), least(kw, "order") FROM ora_wide;

-- name: hash_of_text
SELECT id, md5(kw) FROM ora_wide WHERE kw IS NOT NULL;
