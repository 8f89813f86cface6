#include "maze/base/json_reader.h"

#include <gtest/gtest.h>

#include "support/bad_input.h"

namespace marblemaze {
namespace {

using testing::bad_input_of;

const Json kDocument =
    Json::parse("thing", R"({"name": "x", "count": 3, "minus": -1, "size": 0.5, "list": [1, 2]})");

TEST(JsonReader, ReadsMembersOfEachKind) {
  const JsonReader from(kDocument, "thing", "thing's ");
  EXPECT_EQ(from.text("name"), "x");
  EXPECT_EQ(from.count("count"), 3);
  EXPECT_EQ(from.natural("count"), 3u);
  EXPECT_EQ(from.size("size"), 0.5);
  EXPECT_EQ(from.counts("list"), (std::vector<int>{1, 2}));
  EXPECT_EQ(from.list("list", "two numbers", 2).size(), 2u);
}

TEST(JsonReader, ReturnsTheVersionOfAKnownFormat) {
  const auto version = [](const char* text) {
    const Json document = Json::parse("thing", text);
    return JsonReader(document, "thing", "thing's ").version_of("ours", 2);
  };
  EXPECT_EQ(version(R"({"format": "ours", "version": 2})"), 2);
  EXPECT_EQ(bad_input_of([&] { return version(R"({"format": "theirs", "version": 2})"); }),
            "thing's \"format\" \"theirs\": expected ours");
  EXPECT_EQ(bad_input_of([&] { return version(R"({"format": "ours", "version": 3})"); }),
            "thing's \"version\" 3: expected 1 to 2, which this program knows");
}

TEST(JsonReader, NamesAMemberThatIsMissingOrOfAnotherKind) {
  const JsonReader from(kDocument, "thing", "thing's ");
  EXPECT_EQ(bad_input_of([&] { return from.text("nothing"); }),
            "thing without \"nothing\": expected that member");
  EXPECT_EQ(bad_input_of([&] { return from.text("count"); }), "thing's \"count\" 3: expected text");
  EXPECT_EQ(bad_input_of([&] { return from.count("minus"); }),
            "thing's \"minus\" -1: expected a whole number from 0 to 1000000000");
  EXPECT_EQ(bad_input_of([&] { return from.count("count", 2); }),
            "thing's \"count\" 3: expected a whole number from 0 to 2");
  EXPECT_EQ(bad_input_of([&] { return from.size("minus"); }),
            "thing's \"minus\" -1: expected a number of at least 0");
  EXPECT_EQ(bad_input_of([&] { return from.list("list", "three numbers", 3).size(); }),
            "thing's \"list\" [1,2]: expected three numbers");
}

TEST(JsonReader, ReadsOnlyObjects) {
  const Json list = Json::array({1, 2});
  EXPECT_EQ(bad_input_of([&] { return JsonReader(list, "thing", "").count("x"); }),
            "thing [1,2]: expected a JSON object");
}

TEST(ReadingJson, ConvertsJsonErrorsToBadInput) {
  const std::string refusal = bad_input_of(
      [] { return reading_json("map", [] { return kDocument.at("states").size(); }); });
  EXPECT_TRUE(refusal.starts_with("map: ")) << refusal;
}

}  // namespace
}  // namespace marblemaze
