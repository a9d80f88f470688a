// Proves that a broken contract stops the program with a line that names the condition, the file and
// whether the caller or the callee broke it, and that a kept contract lets the program go on.
#include "common/base/contract.hpp"

#include <gtest/gtest.h>

namespace synchrono {
namespace {

TEST(ContractDeathTest, BrokenRequirementNamesTheConditionAndTheFile) {
    const int answer = 41;
    EXPECT_DEATH(SYN_REQUIRE(answer == 42),
                 "requirement failed: answer == 42 \\(.*contract_test.cpp:[0-9]+\\)");
}

TEST(ContractDeathTest, BrokenPromiseIsDistinguishedFromABrokenRequirement) {
    EXPECT_DEATH(SYN_ENSURE(false), "promise failed: false");
}

TEST(Contract, KeptContractsEvaluateTheirConditionOnce) {
    int evaluated = 0;
    SYN_REQUIRE(++evaluated == 1);
    SYN_ENSURE(++evaluated == 2);
    EXPECT_EQ(evaluated, 2);
}

}  // namespace
}  // namespace synchrono
