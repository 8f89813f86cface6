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

}  // namespace
}  // namespace marblemaze
