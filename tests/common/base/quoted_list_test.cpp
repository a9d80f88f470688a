// Proves that lists of names read as part of a sentence, and that long lists are cut.
#include "common/base/quoted_list.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace synchrono {
namespace {

std::string quoted(const std::vector<std::string>& names) {
    return quoted_list(names, [](const std::string& name) { return name; });
}

TEST(Listed, JoinsTheLastTwoWithAnd) {
    EXPECT_EQ(quoted({}), "");
    EXPECT_EQ(quoted({"a"}), "'a'");
    EXPECT_EQ(quoted({"a", "b"}), "'a' and 'b'");
    EXPECT_EQ(quoted({"a", "b", "c"}), "'a', 'b' and 'c'");
}

std::string first(const std::vector<std::string>& names) {
    return first_names(names, [](const std::string& name) { return name; });
}
std::string expected(const std::vector<std::string>& names) {
    return expected_one_of("zz", names, [](const std::string& name) { return name; });
}

TEST(FirstNames, AreAtMostSixAndTheNumberOfTheOthers) {
    EXPECT_EQ(first({}), "");
    EXPECT_EQ(first({"a"}), "a");
    EXPECT_EQ(first({"a", "b", "c", "d", "e", "f"}), "a, b, c, d, e, f");
    EXPECT_EQ(first({"a", "b", "c", "d", "e", "f", "g"}), "a, b, c, d, e, f and 1 more");
    EXPECT_EQ(first({"a", "b", "c", "d", "e", "f", "g", "h"}), "a, b, c, d, e, f and 2 more");
}

TEST(ExpectedOneOf, EndsARefusalWithTheKnownNames) {
    EXPECT_EQ(expected({}), "");
    EXPECT_EQ(expected({"a"}), "; expected one of a");
    EXPECT_EQ(expected({"a", "b"}), "; expected one of a, b");
    EXPECT_EQ(expected({"a", "b", "c", "d", "e", "f", "g"}), "; expected one of a, b, c, d, e, f and 1 more");
}

TEST(ExpectedOneOf, AsksAboutTheNameThatIsMeant) {
    const std::vector<std::string> names{"car1", "van"};
    EXPECT_EQ(expected_one_of("vn", names, [](const std::string& name) { return name; }),
              "; did you mean 'van'? Expected one of car1, van");
}

}  // namespace
}  // namespace synchrono
