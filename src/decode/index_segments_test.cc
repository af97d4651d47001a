// SPDX-License-Identifier: Apache-2.0
#include "decode/index_segments.h"

#include <string>

#include "core/error_detail.h"
#include "gtest/gtest.h"

namespace recurve::decode {
namespace {

// Elasticsearch 8.19.21: two shards with a replica that has no node, and a segment that
// no search sees yet.
const std::string kRecorded =
    R"({"_shards":{"total":4,"successful":2,"failed":0},"indices":{"fp":{"shards":{)"
    R"("0":[{"routing":{"state":"STARTED","primary":true,"node":"JndCTHSUR3iMwKB27d-O5A"},)"
    R"("num_committed_segments":0,"num_search_segments":1,"segments":{)"
    R"("_1":{"generation":1,"num_docs":4,"deleted_docs":1,"size_in_bytes":5009,"committed":)"
    R"(false,"search":true,"version":"9.12.2","compound":true},)"
    R"("_2":{"generation":2,"num_docs":9,"deleted_docs":0,"size_in_bytes":5009,"committed":)"
    R"(true,"search":false,"version":"9.12.2","compound":true},)"
    R"("_0":{"generation":0,"num_docs":3,"deleted_docs":0,"size_in_bytes":5009,"committed":)"
    R"(false,"search":true,"version":"9.12.2","compound":true,"attributes":)"
    R"({"Lucene90StoredFieldsFormat.mode":"BEST_SPEED"}}}}],)"
    R"("1":[{"routing":{"state":"STARTED","primary":true,"node":"JndCTHSUR3iMwKB27d-O5A"},)"
    R"("num_committed_segments":0,"num_search_segments":0,"segments":{}}]}}}})";

TEST(IndexSegments, AreThoseThatSearchesSee) {
  const auto read = ReadIndexSegments(core::PaddedBytes(kRecorded));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->shards_failed, 0);
  ASSERT_EQ(read->copies.size(), 2u);
  EXPECT_EQ(read->copies[0].index, "fp");
  EXPECT_EQ(read->copies[0].shard, 0);
  EXPECT_EQ(read->copies[0].segments, "_0:3:0 _1:4:1");
  EXPECT_EQ(read->copies[0].num_documents, 7);
  EXPECT_EQ(read->copies[1].shard, 1);
  EXPECT_EQ(read->copies[1].segments, "");
}

TEST(IndexSegments, AnythingElseIsAnError) {
  for (const std::string& body :
       {std::string("{}"), kRecorded.substr(0, 400), std::string("<html>"),
        std::string(R"({"_shards":{"failed":0},"indices":{"a":{"shards":{"x":[]}}}})")}) {
    EXPECT_EQ(core::KindOf(ReadIndexSegments(core::PaddedBytes(body)).status()),
              core::ErrorKind::kProtocol)
        << body;
  }
}

TEST(IndexUuids, AreReadByIndex) {
  const auto uuids = ReadIndexUuids(core::PaddedBytes(
      R"({"fp":{"settings":{"index.uuid":"khLUPVVMRXyNUJGrmdE9zw"}}})"));
  ASSERT_TRUE(uuids.ok()) << uuids.status();
  EXPECT_EQ(uuids->at("fp"), "khLUPVVMRXyNUJGrmdE9zw");
  EXPECT_FALSE(ReadIndexUuids(core::PaddedBytes(R"({"fp":{"settings":{}}})")).ok());
}

}  // namespace
}  // namespace recurve::decode
