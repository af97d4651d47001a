// SPDX-License-Identifier: Apache-2.0
#include "dsl/esql_body.h"

#include <algorithm>
#include <utility>

#include "dsl/esql_text.h"
#include "dsl/json_writer.h"
#include "dsl/query_writer.h"
#include "fmt/format.h"

namespace recurve::dsl {

std::string WriteEsqlRows(const EsqlRows& rows) {
  const bool with_index = std::ranges::find(rows.columns, "_index") != rows.columns.end();
  std::string columns;
  for (const std::string& column : rows.columns) {
    if (!columns.empty()) columns += ',';
    columns += EsqlIdentifier(column);
  }
  JsonWriter json;
  json.BeginObject().Key("query").String(
      fmt::format("FROM {}{} | KEEP {} | LIMIT {}", EsqlIndices(rows.indices),
                  with_index ? " METADATA _index" : "", columns, rows.limit));
  const bool filtered =
      rows.filter != nullptr && rows.filter->kind != plan::Predicate::Kind::kAll;
  if (filtered || !rows.alias_filter.empty() || rows.range) {
    json.Key("filter");
    json.BeginObject().Key("bool").BeginObject().Key("filter").BeginArray();
    if (filtered) WriteQuery(*rows.filter, json);
    if (!rows.alias_filter.empty()) json.Raw(rows.alias_filter);
    if (rows.range) WriteSeqNoRanges({*rows.range}, json);
    json.EndArray().EndObject().EndObject();
  }
  json.EndObject();
  return std::move(json).Take();
}

}  // namespace recurve::dsl
