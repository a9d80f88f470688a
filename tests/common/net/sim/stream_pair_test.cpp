// Proves that the in-memory stream behaves like any other stream, and that it breaks at the operation that a
// test names.
#include "common/net/sim/stream_pair.hpp"

#include <array>
#include <gtest/gtest.h>

namespace synchrono::net::sim {
namespace {

using Status = Stream::Status;

TEST(StreamPair, CarriesBytesInOrderAndInPieces) {
    auto [a, b] = stream_pair({.bytes_max = 4, .buffer_bytes = 6});
    EXPECT_EQ(a->write_some(as_byte_view("abcdefgh")).bytes, 4u);
    EXPECT_EQ(a->write_some(as_byte_view("efgh")).bytes, 2u);
    EXPECT_EQ(a->write_some(as_byte_view("gh")).status, Status::would_block);
    std::array<std::byte, 10> chunk;
    EXPECT_EQ(b->read_some(chunk).bytes, 4u);
    EXPECT_EQ(as_text(ByteView(chunk).first(4)), "abcd");
    EXPECT_EQ(b->read_some(chunk).bytes, 2u);
    EXPECT_EQ(b->read_some(chunk).status, Status::would_block);
    EXPECT_EQ(b->write_some(as_byte_view("back")).bytes, 4u);
    EXPECT_EQ(a->read_some(chunk).bytes, 4u);
}

TEST(StreamPair, EndsAfterAllSentBytes) {
    auto [a, b] = stream_pair();
    a->write_some(as_byte_view("last"));
    a.reset();
    std::array<std::byte, 10> chunk;
    EXPECT_EQ(b->write_some(as_byte_view("x")).status, Status::closed);
    EXPECT_EQ(b->read_some(chunk).bytes, 4u);
    EXPECT_EQ(b->read_some(chunk).status, Status::closed);
}

TEST(StreamPair, BreaksAtTheNthOperationOfEither) {
    for (std::uint64_t n = 1; n <= 4; ++n) {
        auto [a, b] = stream_pair({.fail_at = n});
        std::array<std::byte, 10> chunk;
        std::uint64_t succeeded = 0;
        for (int i = 0; i < 2; ++i) {
            if (a->write_some(as_byte_view("x")).status == Status::ok) ++succeeded;
            if (b->read_some(chunk).status == Status::ok) ++succeeded;
        }
        EXPECT_EQ(succeeded, n - 1);
        EXPECT_EQ(a->read_some(chunk).status, Status::closed);
        EXPECT_EQ(b->write_some(as_byte_view("x")).status, Status::closed);
    }
}

}  // namespace
}  // namespace synchrono::net::sim
