// Proves that the text before "://" names a transport, and nothing else does, whatever the host is called.
#include "common/net/transport_address.hpp"

#include <gtest/gtest.h>

namespace synchrono::net {
namespace {

TEST(SplitTransport, TakesTheNameBeforeTheMark) {
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

}  // namespace
}  // namespace synchrono::net
