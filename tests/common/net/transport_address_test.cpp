// Proves that only text before "://" names a transport, whatever the host is called, that the name selects a
// row of a registry, and that an address without a name selects the first row.
#include "common/net/transport_address.hpp"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <span>
#include <string>

namespace synchrono::net {
namespace {

struct Row {
    std::string_view name;
};
constexpr std::array kRows{Row{"udp"}, Row{"lane"}};

TEST(SplitTransport, SplitsTheNameFromTheAddress) {
    const struct {
        const char *text, *transport, *address;
    } cases[] = {
        {"udp://127.0.0.1:4000", "udp", "127.0.0.1:4000"},
        {"lane://", "lane", ""},
        {"unix:///run/world", "unix", "/run/world"},
        {"unix://a://b", "unix", "a://b"},
        {"127.0.0.1:4000", "", "127.0.0.1:4000"},
        {"[::1]:4000", "", "[::1]:4000"},
        {"udp:9000", "", "udp:9000"},  // a host named "udp"
        {"udp:/x", "", "udp:/x"},
        {"://x", "", "://x"},
        {"", "", ""},
    };
    for (const auto& c : cases) {
        const TransportAddress split = split_transport(c.text);
        EXPECT_EQ(split.transport, c.transport) << c.text;
        EXPECT_EQ(split.address, c.address) << c.text;
    }
}

TEST(ChooseTransport, FindsTheRowThatTheAddressNames) {
    const auto chosen = choose_transport("lane://a://b", std::span<const Row>(kRows));
    ASSERT_TRUE(chosen) << chosen.error().text;
    EXPECT_EQ(chosen->row, &kRows[1]);
    EXPECT_EQ(chosen->address, "a://b");
}

TEST(ChooseTransport, TakesTheFirstRowForAnAddressAlone) {
    for (const char* const address : {"127.0.0.1:4000", "lane:9000", ""}) {
        const auto chosen = choose_transport(address, std::span<const Row>(kRows));
        ASSERT_TRUE(chosen) << chosen.error().text;
        EXPECT_EQ(chosen->row, &kRows[0]) << address;
        EXPECT_EQ(chosen->address, address);
    }
}

TEST(ChooseTransport, KeepsTheAddressWhenTheTextIsGone) {
    std::string text = "lane://" + std::string(100, 'a');
    const auto chosen = choose_transport(text, std::span<const Row>(kRows));
    text.assign(text.size(), 'b');
    ASSERT_TRUE(chosen) << chosen.error().text;
    EXPECT_EQ(chosen->address, std::string(100, 'a'));
}

TEST(ChooseTransport, RefusesANameThatNoRowHas) {
    const auto chosen = choose_transport("unix:///run/world", std::span<const Row>(kRows));
    ASSERT_FALSE(chosen);
    EXPECT_THAT(chosen.error().text,
                ::testing::AllOf(::testing::HasSubstr("'unix:///run/world'"), ::testing::HasSubstr("'unix',"),
                                 ::testing::HasSubstr("'udp' and 'lane'")));
}

}  // namespace
}  // namespace synchrono::net
