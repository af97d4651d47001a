// SPDX-License-Identifier: Apache-2.0
#include "dsl/esql_body.h"

#include "gtest/gtest.h"

namespace recurve::dsl {
namespace {

TEST(EsqlRows, ReadsAsManyRowsAsSaid) {
  EsqlRows rows;
  rows.indices = {"a", "b"};
  rows.columns = {"id", "user.name"};
  rows.limit = 10;
  EXPECT_EQ(WriteEsqlRows(rows),
            R"({"query":"FROM \"a\",\"b\" | KEEP `id`,`user.name` | LIMIT 10"})");
}

TEST(EsqlRows, FiltersBesideTheQuery) {
  catalog::Field field;
  field.path = "status";
  plan::Predicate filter;
  filter.kind = plan::Predicate::Kind::kTerms;
  filter.field = &field;
  filter.values = {std::string("paid")};
  EsqlRows rows;
  rows.indices = {"a"};
  rows.columns = {"_index"};
  rows.limit = 10;
  rows.filter = &filter;
  rows.alias_filter = R"({"term":{"x":1}})";
  rows.range = SeqNoRange{0, 7};
  EXPECT_EQ(WriteEsqlRows(rows),
            R"({"query":"FROM \"a\" METADATA _index | KEEP `_index` | LIMIT 10",)"
            R"("filter":{"bool":{"filter":[{"term":{"status":"paid"}},{"term":{"x":1}},)"
            R"({"bool":{"should":[{"range":{"_seq_no":{"gte":0,"lt":7}}}],)"
            R"("minimum_should_match":1}}]}}})");
}

}  // namespace
}  // namespace recurve::dsl
