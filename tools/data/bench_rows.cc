// The benchmark's rows, made fast: the very draws of bench_rows.py (CPython's
// random.Random).
//
//   bench_rows bodies ROWS ROWS_PER_BODY   bulk bodies, each after a line "ROWS BYTES"
//   bench_rows oracles ROWS                one line of JSON: counts and sums of the same
//   rows
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::uint32_t kSeed = 20260831;
constexpr std::int64_t kFirstInstant = 1767225600000;  // 2026-01-01 UTC
constexpr std::uint32_t kSecondsOfYear = 31'536'000;

constexpr std::array<std::string_view, 8> kStatuses = {
    "created",   "paid",     "shipped",  "delivered",
    "cancelled", "returned", "refunded", "pending"};
constexpr std::size_t kPaid = 1;
constexpr std::array<std::string_view, 50> kCountries = {
    "US", "FR", "DE", "GB", "ES", "IT", "NL", "BE", "SE", "NO", "DK", "FI", "PL",
    "PT", "IE", "AT", "CH", "CZ", "SK", "HU", "RO", "BG", "GR", "HR", "SI", "EE",
    "LV", "LT", "LU", "MT", "CY", "CA", "MX", "BR", "AR", "CL", "CO", "PE", "JP",
    "KR", "CN", "IN", "AU", "NZ", "ZA", "NG", "EG", "MA", "TR", "IL"};
constexpr std::size_t kCategories = 100;
constexpr std::uint32_t kNames = 100'000;

// Hands std::mt19937 the state that CPython's init_by_array({seed}) makes.
struct PythonSeed {
  using result_type = std::uint32_t;

  template <typename It>
  void generate(It begin, It end) const {
    constexpr std::size_t kWords = 624;
    std::array<std::uint32_t, kWords> state;
    state[0] = 19650218;
    for (std::size_t i = 1; i < kWords; ++i)
      state[i] = 1812433253U * Mixed(state[i - 1]) + i;
    std::size_t i = 1;
    auto next = [&] {
      if (++i == kWords) {
        state[0] = state[kWords - 1];
        i = 1;
      }
    };
    for (std::size_t k = 0; k < kWords; ++k, next())
      state[i] = (state[i] ^ (Mixed(state[i - 1]) * 1664525U)) + kSeed;
    for (std::size_t k = 1; k < kWords; ++k, next())
      state[i] = (state[i] ^ (Mixed(state[i - 1]) * 1566083941U)) - i;
    state[0] = 0x80000000U;
    for (std::size_t k = 0; begin != end; ++begin, ++k) *begin = state[k];
  }

 private:
  static std::uint32_t Mixed(std::uint32_t x) { return x ^ (x >> 30); }
};

class PythonRandom {
 public:
  PythonRandom() {
    PythonSeed seed;
    engine_.seed(seed);
  }

  double Uniform(double low, double high) {
    const std::uint32_t a = engine_() >> 5;
    const std::uint32_t b = engine_() >> 6;
    return low + (high - low) * ((a * 67108864.0 + b) * (1.0 / 9007199254740992.0));
  }

  std::uint32_t Below(std::uint32_t n) {
    const int bits = 32 - __builtin_clz(n);
    std::uint32_t drawn;
    do {
      drawn = engine_() >> (32 - bits);
    } while (drawn >= n);
    return drawn;
  }

 private:
  std::mt19937 engine_;
};

struct Row {
  std::int64_t event_ts;
  char amount[16];  // as Python's repr of round(x, 2)
  std::size_t amount_size;
  std::int64_t cents;
  std::uint32_t qty, status, country, category, name;
};

// %.2f rounds the exact binary value to even, as Python's round() does.
void SetAmount(Row& row, double value) {
  int size = std::snprintf(row.amount, sizeof row.amount, "%.2f", value);
  row.cents = 0;
  for (int i = 0; i < size; ++i) {
    if (row.amount[i] != '.') row.cents = row.cents * 10 + (row.amount[i] - '0');
  }
  if (row.amount[size - 1] == '0') --size;
  row.amount_size = static_cast<std::size_t>(size);
}

Row Draw(PythonRandom& random) {
  Row row;
  row.event_ts =
      kFirstInstant + 1000 * static_cast<std::int64_t>(random.Below(kSecondsOfYear));
  SetAmount(row, random.Uniform(1.0, 999.99));
  row.qty = 1 + random.Below(19);
  row.status = random.Below(kStatuses.size());
  row.country = random.Below(kCountries.size());
  row.category = random.Below(kCategories);
  row.name = random.Below(kNames);
  return row;
}

void AppendPadded(std::string& out, std::uint32_t value, int digits) {
  char text[16];
  for (int i = digits; i-- > 0; value /= 10)
    text[i] = static_cast<char>('0' + value % 10);
  out.append(text, static_cast<std::size_t>(digits));
}

void AppendDocument(std::string& out, std::int64_t id, const Row& row) {
  out += "{\"index\":{}}\n{\"id\":";
  out += std::to_string(id);
  out += ",\"event_ts\":";
  out += std::to_string(row.event_ts);
  out += ",\"amount\":";
  out.append(row.amount, row.amount_size);
  out += ",\"qty\":";
  out += std::to_string(row.qty);
  out += ",\"status\":\"";
  out += kStatuses[row.status];
  out += "\",\"country\":\"";
  out += kCountries[row.country];
  out += "\",\"category\":\"cat_";
  AppendPadded(out, row.category, 3);
  out += "\",\"name\":\"user_";
  AppendPadded(out, row.name, 6);
  out += "\"}\n";
}

int WriteBodies(std::int64_t rows, std::int64_t rows_per_body) {
  PythonRandom random;
  std::string body;
  for (std::int64_t id = 0; id < rows;) {
    body.clear();
    const std::int64_t first = id;
    for (; id < rows && id - first < rows_per_body; ++id)
      AppendDocument(body, id, Draw(random));
    std::printf("%lld %zu\n", static_cast<long long>(id - first), body.size());
    if (std::fwrite(body.data(), 1, body.size(), stdout) != body.size()) return 1;
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
}

int WriteOracles(std::int64_t rows) {
  PythonRandom random;
  std::int64_t qty = 0, cents = 0, paid = 0;
  std::array<std::int64_t, kCategories> count{}, category_cents{};
  std::vector<bool> name_seen(kNames);
  for (std::int64_t id = 0; id < rows; ++id) {
    const Row row = Draw(random);
    qty += row.qty;
    cents += row.cents;
    paid += row.status == kPaid;
    name_seen[row.name] = true;
    ++count[row.category];
    category_cents[row.category] += row.cents;
  }
  std::printf(
      "{\"rows\": %lld, \"sum_id\": %lld, \"sum_qty\": %lld, \"sum_cents\": %lld, "
      "\"paid\": %lld, \"names\": %lld, \"categories\": {",
      static_cast<long long>(rows), static_cast<long long>(rows * (rows - 1) / 2),
      static_cast<long long>(qty), static_cast<long long>(cents),
      static_cast<long long>(paid),
      static_cast<long long>(std::count(name_seen.begin(), name_seen.end(), true)));
  const char* separator = "";
  for (std::size_t i = 0; i < kCategories; ++i) {
    if (count[i] == 0) continue;
    std::printf("%s\"cat_%03zu\": [%lld, %lld]", separator, i,
                static_cast<long long>(count[i]),
                static_cast<long long>(category_cents[i]));
    separator = ", ";
  }
  std::puts("}}");
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "bodies" && argc == 4)
    return WriteBodies(std::atoll(argv[2]), std::atoll(argv[3]));
  if (what == "oracles" && argc == 3) return WriteOracles(std::atoll(argv[2]));
  std::fputs("usage: bench_rows bodies ROWS ROWS_PER_BODY | oracles ROWS\n", stderr);
  return 2;
}
