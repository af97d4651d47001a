// SPDX-License-Identifier: Apache-2.0
#include "dsl/esql_text.h"

namespace recurve::dsl {

std::string EsqlIdentifier(std::string_view name) {
  std::string text = "`";
  for (const char c : name) {
    if (c == '`') text += '`';
    text += c;
  }
  return text + '`';
}

std::string EsqlString(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        quoted += "\\\"";
        break;
      case '\\':
        quoted += "\\\\";
        break;
      case '\n':
        quoted += "\\n";
        break;
      case '\r':
        quoted += "\\r";
        break;
      case '\t':
        quoted += "\\t";
        break;
      default:
        quoted += c;
    }
  }
  return quoted + '"';
}

std::string EsqlIndices(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += ',';
    text += EsqlString(name);
  }
  return text;
}

std::string EsqlTarget(bool can_refuse_partial) {
  return can_refuse_partial ? "/_query?format=arrow&allow_partial_results=false"
                            : "/_query?format=arrow";
}

}  // namespace recurve::dsl
