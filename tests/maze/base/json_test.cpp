#include "maze/base/json.h"

#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/bad_input.h"

namespace marblemaze {
namespace {

using testing::bad_input_of;

TEST(Json, WritesWhatTheLibraryWrites) {
  const Json document{{"name", "marble \"maze\"\n"},
                      {"none", nullptr},
                      {"flag", true},
                      {"minus", -3},
                      {"large", std::uint64_t{18446744073709551615u}},
                      {"share", 0.1},
                      {"whole", 2.0},
                      {"unknown", std::numeric_limits<double>::quiet_NaN()},
                      {"list", std::vector<int>{1, 2}},
                      {"pairs", Json::array({Json::array({"a", 1})})},
                      {"empty", Json::object()}};
  EXPECT_EQ(document.dump(),
            R"({"name":"marble \"maze\"\n","none":null,"flag":true,"minus":-3,)"
            R"("large":18446744073709551615,"share":0.1,"whole":2.0,"unknown":null,"list":[1,2],)"
            R"("pairs":[["a",1]],"empty":{}})");
  EXPECT_EQ(document.dump(2), nlohmann::ordered_json::parse(document.dump()).dump(2));
}

TEST(Json, RoundTrips) {
  const std::string text =
      R"({"b":[1,-2,3.5,"x",null,true,{}],"a":{"c":{"d":[]}},"e":18446744073709551615})";
  EXPECT_EQ(Json::parse("document", text).dump(), text);
}

TEST(Json, RejectsDuplicateNames) {
  EXPECT_EQ(bad_input_of([] { return Json::parse("document", R"({"a":1,"b":2,"a":3})"); }),
            "document with 'a' twice: expected every name once");
  EXPECT_EQ(Json::parse("document", R"([{"a":1},{"a":{"a":2}}])").size(), 2u);
  std::string many = "{";
  for (int i = 0; i < 200; ++i) many += "\"m" + std::to_string(i) + "\":0,";
  EXPECT_EQ(Json::parse("document", many + "\"other\":1}").size(), 201u);
  for (const char* again : {"m0", "m150", "m199"})
    EXPECT_NE(bad_input_of([&] { return Json::parse("d", many + "\"" + again + "\":1}"); }),
              "accepted")
        << again;
}

TEST(Json, ReplacesInvalidUtf8) {
  const std::string written = Json{{"name", "a\xff"}}.dump();
  EXPECT_EQ(Json::parse("document", written).at("name").text(), "a\uFFFD");
}

TEST(Json, BracesMakeAnObjectOnlyOfNamedPairs) {
  EXPECT_TRUE((Json{{"a", 1}, {"b", 2}}).is_object());
  EXPECT_TRUE((Json{{"a", 1}, 2}).is_array());
  EXPECT_TRUE((Json{1, 2}).is_array());
  EXPECT_TRUE(Json::array({Json{"a", "b"}}).is_array());
}

TEST(Json, RejectsInvalidDocuments) {
  const auto refusal = [](const std::string& text) {
    return bad_input_of([&] { return Json::parse("map", text).size(); });
  };
  EXPECT_EQ(refusal("[1, 2"), "map broken at byte 6: expected a whole JSON document");
  EXPECT_EQ(refusal("[1] 2"), "map broken at byte 5: expected a whole JSON document");
  EXPECT_EQ(refusal("1e999"),
            "map with a number beyond 1.8e308: expected numbers that fit into 64 bits");
  EXPECT_EQ(refusal(std::string(65, '[') + std::string(65, ']')),
            "map with brackets in brackets: expected at most 64 levels");
  EXPECT_EQ(Json::parse("map", std::string(64, '[') + std::string(64, ']')).size(), 1u);
}

TEST(Json, RejectsConversionsToOtherTypes) {
  const Json document =
      Json::parse("document", R"({"text":"x","list":[1,2.5],"large":4000000000})");
  EXPECT_THROW(static_cast<void>(document.at("text").get<int>()), JsonError);
  EXPECT_THROW(static_cast<void>(document.at("list").get<std::string>()), JsonError);
  EXPECT_THROW(static_cast<void>(document.at("list").get<std::vector<int>>()), JsonError);
  EXPECT_THROW(static_cast<void>(document.at("large").get<int>()), JsonError);
  EXPECT_THROW(static_cast<void>(document.at("list").at(2)), JsonError);
  EXPECT_THROW(static_cast<void>(document.at("nothing")), JsonError);
  EXPECT_EQ(document.at("list").get<std::vector<double>>(), (std::vector<double>{1, 2.5}));
  EXPECT_EQ(document.value("nothing", 7), 7);
}

}  // namespace
}  // namespace marblemaze
