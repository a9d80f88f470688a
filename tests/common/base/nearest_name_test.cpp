// Proves that a misspelled name leads to the one that was meant, and that texts far from all names lead to
// none.
#include "common/base/nearest_name.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace synchrono {
namespace {

const std::vector<std::string> kNames{"run",  "resolve", "report", "ring_30", "intersection_30",
                                      "car1", "car10"};

TEST(NearestName, FindsTheNameBehindATypingError) {
    EXPECT_EQ(nearest_name("rnu", kNames), "run") << "two letters are swapped";
    EXPECT_EQ(nearest_name("reslve", kNames), "resolve") << "a letter is missing";
    EXPECT_EQ(nearest_name("reeport", kNames), "report") << "a letter is too many";
    EXPECT_EQ(nearest_name("intersektion_30", kNames), "intersection_30") << "a letter is wrong";
    EXPECT_EQ(nearest_name("Run", kNames), "run");
    EXPECT_EQ(nearest_name("inter", kNames), "intersection_30") << "the name begins like that";
    const std::vector<std::string> alike{"audi", "auto"};
    EXPECT_EQ(nearest_name("auxi", alike), "audi") << "the first of those that are equally near";
}

TEST(NearestName, FindsNothingForATextFarFromAllNames) {
    for (const char* text : {"", "x", "fly", "nobody", "rnu_resolve"})
        EXPECT_EQ(nearest_name(text, kNames), "");
    EXPECT_EQ(nearest_name(std::string(1000, 'r'), kNames), "");
    EXPECT_EQ(nearest_name("a", std::vector<std::string>{"b"}), "") << "nothing of it is left";
    EXPECT_EQ(nearest_name("run", {}), "");
    EXPECT_EQ(nearest_name("car9", kNames), "") << "another number is another name";
    EXPECT_EQ(nearest_name("kar1", kNames), "car1");
}

TEST(DidYouMean, AsksBeforeItGoesOn) {
    EXPECT_EQ(did_you_mean("rnu", kNames, "expected one of "), "; did you mean 'run'? Expected one of ");
    EXPECT_EQ(did_you_mean("fly", kNames, "expected one of "), "; expected one of ");
}

}  // namespace
}  // namespace synchrono
