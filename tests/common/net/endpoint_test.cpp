// Proves that endpoints are read and printed as people write them, that everything else is refused with a
// clear line, and that endpoints compare only by address and port.
#include "common/net/endpoint.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <unordered_set>
#include <vector>

namespace synchrono::net {
namespace {

TEST(Endpoint, PrintsWhatItParsed) {
    for (const char* text : {"127.0.0.1:4000", "0.0.0.0:0", "10.1.2.3:65535", "[::1]:4000", "[fe80::12]:1"}) {
        const auto endpoint = Endpoint::parse(text);
        ASSERT_TRUE(endpoint) << endpoint.error().text;
        EXPECT_EQ(endpoint->to_string(), text);
    }
}

TEST(Endpoint, RefusesInvalidAddresses) {
    for (const char* text :
         {"", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:4x", ":4000",
          "::1:4000", "[]:1", "[::1]4000", "localhost:4000", "1.2.3.4.5:1"}) {
        const auto endpoint = Endpoint::parse(text);
        ASSERT_FALSE(endpoint) << text;
        EXPECT_NE(endpoint.error().text.find("address '"), std::string::npos) << endpoint.error().text;
    }
}

TEST(Endpoint, ResolvesToEachAddressOnce) {
    EXPECT_EQ(resolve_all("127.0.0.1:80").value(), std::vector{Endpoint::loopback(80)});
    const auto local = resolve_all("localhost:80");
    ASSERT_TRUE(local) << local.error().text;
    EXPECT_EQ(local->front(), resolve("localhost:80").value());
    EXPECT_EQ(std::count(local->begin(), local->end(), Endpoint::loopback(80)), 1);
    EXPECT_FALSE(resolve_all("nowhere"));
}

TEST(Endpoint, ResolvesNamesAndNumbers) {
    const auto name = resolve("localhost:4000");
    ASSERT_TRUE(name) << name.error().text;
    EXPECT_TRUE(name->is_loopback());
    EXPECT_EQ(name->port(), 4000);
    EXPECT_EQ(*resolve("127.0.0.1:7"), Endpoint::loopback(7));
}

TEST(Endpoint, RecognisesLoopbackAndTheUnsetAddress) {
    EXPECT_TRUE(Endpoint::parse("127.8.0.1:1")->is_loopback());
    EXPECT_TRUE(Endpoint::parse("[::1]:1")->is_loopback());
    EXPECT_FALSE(Endpoint::parse("10.0.0.1:1")->is_loopback());
    EXPECT_TRUE(Endpoint().is_nowhere());
    EXPECT_FALSE(Endpoint().is_loopback());
    EXPECT_EQ(Endpoint().to_string(), "nowhere");
}

TEST(Endpoint, IsEqualByAddressAndPortOnly) {
    sockaddr_in raw{};
    raw.sin_family = AF_INET;
    raw.sin_port = htons(9);
    raw.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    raw.sin_zero[3] = 77;  // padding without meaning
    const auto a = Endpoint::from_sockaddr(&raw, sizeof raw);
    EXPECT_EQ(a, Endpoint::loopback(9));
    EXPECT_EQ(a.hash(), Endpoint::loopback(9).hash());
    EXPECT_NE(a, a.with_port(10));
    EXPECT_TRUE(a.same_host(a.with_port(10)));
    EXPECT_FALSE(a.same_host(*Endpoint::parse("127.0.0.2:9")));
    EXPECT_FALSE(a.same_host(*Endpoint::parse("[::1]:9")));
    EXPECT_TRUE(Endpoint::from_sockaddr(&raw, 3).is_nowhere());
}

TEST(Endpoint, HashDistinguishesNeighbouringPorts) {
    std::unordered_set<std::size_t> hashes;
    for (std::uint16_t port = 1000; port < 3000; ++port) hashes.insert(Endpoint::loopback(port).hash());
    EXPECT_EQ(hashes.size(), 2000u);
}

}  // namespace
}  // namespace synchrono::net
