#include "maze/base/json.h"

#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/bad_input.h"

namespace marblemaze {
namespace {

using testing::error_message_of;

TEST(Json, MatchesTheOutputOfTheLibrary) {
  const Json document{{"name", "marble \"maze\"\n"},
                      {"none", nullptr},
                      {"flag", true},
                      {"minus", -3},
                      {"large", std::uint64_t{18446744073709551615u}},
                      {"share", 0.1},
                      {"whole", 2.0},
                      {"unknown", std::numeric_limits<double>::quiet_NaN()},
                      {"pairs", Json::array({Json::array({"a", 1})})},
                      {"empty", Json::object()}};
  EXPECT_EQ(document.dump(),
            R"({"name":"marble \"maze\"\n","none":null,"flag":true,"minus":-3,)"
            R"("large":18446744073709551615,"share":0.1,"whole":2.0,"unknown":null,)"
            R"("pairs":[["a",1]],"empty":{}})");
  EXPECT_EQ(document.dump(2), nlohmann::ordered_json::parse(document.dump()).dump(2));
  EXPECT_EQ(Json::parse("document", document.dump()).dump(), document.dump());
}

TEST(Json, RejectsInvalidDocuments) {
  std::string many = "{";
  for (int i = 0; i < 200; ++i) many += "\"m" + std::to_string(i) + "\":0,";
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"[1, 2", "map with a syntax error at byte 6: expected a complete JSON document"},
           {"[1] 2", "map with a syntax error at byte 5: expected a complete JSON document"},
           {"1e999", "map with a number beyond 1.8e308: expected numbers that fit into 64 bits"},
           {std::string(65, '[') + std::string(65, ']'),
            "map with too many nested brackets: expected at most 64 levels"},
           {R"({"a":1,"b":2,"a":3})", "map: duplicate name 'a'"},
           {many + "\"m150\":1}", "map: duplicate name 'm150'"},
           {std::string(64, '[') + std::string(64, ']'), "accepted"},
           {R"([{"a":1},{"a":{"a":2}}])", "accepted"},
           {many + "\"other\":1}", "accepted"}})
    EXPECT_EQ(error_message_of([&, &text = text] { return Json::parse("map", text).size(); }),
              message);
}

TEST(Json, RejectsConversionsToOtherTypes) {
  const Json document =
      Json::parse("document", R"({"text":"x","list":[1,2.5],"large":4000000000})");
  EXPECT_THROW(static_cast<void>(document.at("text").get<int>()), JsonError);
  EXPECT_THROW(static_cast<void>(document.at("list").get<std::vector<int>>()), JsonError);
  EXPECT_THROW(static_cast<void>(document.at("large").get<int>()), JsonError);
  EXPECT_THROW(static_cast<void>(document.at("list").at(2)), JsonError);
  EXPECT_THROW(static_cast<void>(document.at("nothing")), JsonError);
  EXPECT_TRUE(error_message_of([&] {
                return prefix_json_errors("map", [&] { return document.at("states").size(); });
              }).starts_with("map: "));
}

TEST(JsonReader, NamesAMemberThatIsMissingOrOfAnotherKind) {
  const Json document = Json::parse("thing", R"({"count": 3, "minus": -1, "list": [1, 2]})");
  const JsonReader from(document, "thing", "thing's ");
  EXPECT_EQ(from.counts("list"), (std::vector<int>{1, 2}));
  EXPECT_EQ(error_message_of([&] { return from.text("nothing"); }),
            "thing: missing member \"nothing\"");
  EXPECT_EQ(error_message_of([&] { return from.text("count"); }),
            "thing's \"count\" 3: expected text");
  EXPECT_EQ(error_message_of([&] { return from.count("minus"); }),
            "thing's \"minus\" -1: expected an integer from 0 to 1000000000");
  EXPECT_EQ(error_message_of([&] { return from.size("minus"); }),
            "thing's \"minus\" -1: expected a number of at least 0");
  EXPECT_EQ(error_message_of([&] { return from.list("list", "three numbers", 3).size(); }),
            "thing's \"list\" [1,2]: expected three numbers");
}

TEST(JsonReader, RejectsDocumentsOfOtherFormatsAndVersions) {
  const auto version = [](const char* text) {
    const Json document = Json::parse("thing", text);
    return JsonReader(document, "thing", "thing's ").version_of("ours", 2);
  };
  EXPECT_EQ(version(R"({"format": "ours", "version": 2})"), 2);
  EXPECT_EQ(error_message_of([&] { return version(R"({"format": "theirs", "version": 2})"); }),
            "thing's \"format\" \"theirs\": expected ours");
  EXPECT_EQ(error_message_of([&] { return version(R"({"format": "ours", "version": 3})"); }),
            "thing's \"version\" 3: expected 1 to 2, the versions that this program supports");
}

}  // namespace
}  // namespace marblemaze
