// Proves that secrets are random: no two are alike, and no byte stands out.
#include "common/base/secret.hpp"

#include <array>
#include <gtest/gtest.h>
#include <set>

namespace synchrono {
namespace {

TEST(MakeSecret, NeverReturnsTheSameSecretTwice) {
    std::set<Secret> secrets;
    std::array<int, 256> counts{};
    constexpr int kSecrets = 1'000;
    for (int i = 0; i < kSecrets; ++i) {
        const Secret secret = make_secret();
        EXPECT_TRUE(secrets.insert(secret).second);
        for (const std::byte byte : secret) ++counts[std::to_integer<std::size_t>(byte)];
    }
    // Each value should come 125 times. A sound generator leaves these bounds less than once in a million
    // runs.
    for (const int count : counts) {
        EXPECT_GT(count, 60);
        EXPECT_LT(count, 200);
    }
}

}  // namespace
}  // namespace synchrono
