// Proves on random messages of every type that every conversion keeps the message: structures to octets and
// back, octets to octets, structures to JSON and back. Damaged octets give a message that encodes to the
// same octets, or an error. A failing seed is printed; the same seed makes the same message.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "common/j2735/codec.hpp"
#include "common/j2735/hex.hpp"
#include "tests/common/j2735/random_message.hpp"
#include "tests/common/j2735/vectors.hpp"

namespace synchrono::j2735 {
namespace {

constexpr std::uint64_t kSeeds = 60;

/// Calls `visit(frame)` for random messages of each type.
template <typename Visit>
void each_message(Visit visit) {
    for (std::size_t type = 0; type < std::variant_size_v<Message>; ++type) {
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            SCOPED_TRACE(fmt::format("type {} seed {}", type, seed));
            visit(testing::RandomMessages(mix_bits(seed) + type).next(type));
            if (::testing::Test::HasFatalFailure()) return;
        }
    }
}

TEST(J2735RoundTrip, OctetsGiveTheSameMessageAndTheSameOctets) {
    Bytes out, again;
    MessageFrame received;
    std::size_t longest = 0, too_long = 0;
    each_message([&](const MessageFrame& sent) {
        if (const auto encoded = encode(sent, out); !encoded) {
            ASSERT_THAT(encoded.error().text, ::testing::HasSubstr("more than 16383 octets"));
            ++too_long;
            return;
        }
        longest = std::max(longest, out.size());
        const auto decoded = decode(out, received);
        ASSERT_TRUE(decoded) << decoded.error().text << "\n" << to_json(sent);
        ASSERT_EQ(to_json(received), to_json(sent));
        ASSERT_TRUE(received == sent);
        ASSERT_TRUE(encode(received, again));
        ASSERT_EQ(to_hex(again), to_hex(out));
        std::size_t next = 0;
        for (const TraceLine& line : trace(out)) {
            ASSERT_EQ(line.bit, next) << line.path;
            next += line.bits;
        }
        ASSERT_EQ(next, out.size() * 8);
    });
    EXPECT_GT(longest, 2'000U);
    EXPECT_LT(too_long, kSeeds);
}

TEST(J2735RoundTrip, JsonGivesTheSameMessage) {
    each_message([&](const MessageFrame& sent) {
        const std::string json = to_json(sent);
        const auto read = from_json(json);
        ASSERT_TRUE(read) << read.error().text << "\n" << json;
        ASSERT_TRUE(*read == sent) << json;
        ASSERT_EQ(to_json(*read), json);
    });
}

TEST(J2735RoundTrip, DamagedOctetsGiveAMessageOrAnError) {
    Random random(1);
    Bytes out;
    MessageFrame frame;
    std::size_t decoded = 0, refused = 0;
    for (const testing::Vector& vector : testing::vectors()) {
        for (int pass = 0; pass < 20; ++pass) {
            Bytes bytes = vector.bytes();
            for (std::uint64_t flips = 1 + random.below(3); flips > 0; --flips) {
                const std::uint64_t bit = random.below(bytes.size() * 8);
                bytes[bit / 8] ^= static_cast<std::byte>(0x80 >> bit % 8);
            }
            if (const auto result = decode(bytes, frame); !result) {
                ASSERT_THAT(result.error().text, ::testing::StartsWith("bit "));
                ++refused;
                continue;
            }
            ++decoded;
            const auto encoded = encode(frame, out);
            ASSERT_TRUE(encoded) << encoded.error().text;
            ASSERT_EQ(to_hex(out), to_hex(bytes));
        }
    }
    EXPECT_GT(decoded, 1'000U);
    EXPECT_GT(refused, 500U);
}

}  // namespace
}  // namespace synchrono::j2735
