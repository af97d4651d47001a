// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "catalog/field.h"

namespace recurve::catalog {

/// The field at a path of the cluster, multi-fields included, or nullptr.
Field* FindField(std::vector<Field>& fields, std::string_view path);
const Field* FindField(const std::vector<Field>& fields, std::string_view path);

/// Paths of all fields, members and multi-fields.
void CollectPaths(const std::vector<Field>& fields,
                  std::unordered_set<std::string>& paths);

/// Read a field, its members and its multi-fields from doc values, because `_source` does
/// not have the values: `why` is a sentence part ("copy_to writes into it"). Text is read
/// from a keyword among its multi-fields. What has no doc values becomes unreadable.
void ReadFromDocValues(Field& field, const std::string& why);

/// After a merge in which some index lacks a column whose value stands elsewhere: read it
/// from doc values under its own name, of which that index has none.
void ReadUnderItsOwnName(Field& field);

/// An `alias` field of a mapping.
struct Alias {
  std::string name;    ///< its path
  std::string target;  ///< path of the field it stands for
};

/// Bring every field to the place where SQL finds it.
///
/// Output   `fields`: columns and members that are read where they stand. `hidden`: by
/// full path, aliases, multi-fields, members that are read from doc values, and what
/// cannot be read at all. `flat` puts members that are read from doc values behind
/// `fields` instead: the index stores no `_source`, so there are no objects.
void PlaceColumns(const std::vector<Alias>& aliases, bool flat,
                  std::vector<Field>& fields, std::vector<Field>& hidden);

/// After all merging: call every member of an object by its full path as well ("a.b"),
/// where no other column is called so.
void HideMembers(const std::vector<Field>& fields, std::vector<Field>& hidden);

/// After a merge: a name that is a column by itself in one index and an alias, a
/// multi-field or a member in another becomes one column, read from doc values.
void JoinPlaces(std::vector<Field>& fields, std::vector<Field>& hidden);

}  // namespace recurve::catalog
