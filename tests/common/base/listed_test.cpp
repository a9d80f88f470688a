// Proves that a list of names reads as part of a sentence.
#include "common/base/listed.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace synchrono {
namespace {

std::string told(const std::vector<std::string>& names) {
    return listed(names, [](const std::string& name) { return name; });
}

TEST(Listed, JoinsTheLastTwoWithAWord) {
    EXPECT_EQ(told({}), "");
    EXPECT_EQ(told({"a"}), "'a'");
    EXPECT_EQ(told({"a", "b"}), "'a' and 'b'");
    EXPECT_EQ(told({"a", "b", "c"}), "'a', 'b' and 'c'");
}

}  // namespace
}  // namespace synchrono
