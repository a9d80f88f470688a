// Proves that numbers of 1 to 32 bits, written at any position, are read back up to the last bit, and that
// octets inserted later land in the right place.
#include "common/j2735/internal/bits.hpp"

#include <gmock/gmock.h>
#include <memory>
#include <vector>

#include "common/base/random.hpp"

namespace synchrono::j2735::internal {
namespace {

struct Piece {
    std::uint64_t value;
    unsigned bits;
};

TEST(Bits, ReadsBackWhatWasWritten) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Random random(seed);
        std::vector<Piece> pieces(random.below(60));
        Bytes out;
        BitWriter writer(out);
        for (Piece& piece : pieces) {
            piece.bits = 1 + static_cast<unsigned>(random.below(32));
            piece.value = random.bits() >> (64 - piece.bits);
            writer.put(piece.value, piece.bits);
        }
        const std::size_t bits = writer.position();
        writer.finish();
        ASSERT_EQ(out.size(), (bits + 7) / 8);
        BitReader reader(out);
        for (const Piece& piece : pieces) ASSERT_EQ(reader.take(piece.bits), piece.value) << "seed " << seed;
        EXPECT_EQ(reader.position(), bits);
        while (reader.left() > 0) EXPECT_EQ(reader.take(1), 0U);
    }
}

TEST(Bits, InsertsAnOctetAtAnyPosition) {
    for (unsigned before = 1; before < 70; ++before) {
        for (unsigned after = 0; after < 70; ++after) {
            Bytes out;
            BitWriter writer(out);
            for (unsigned i = 0; i < before; ++i) writer.put(i % 3 == 0, 1);
            const std::size_t at = writer.position();
            writer.put(0, 8);
            for (unsigned i = 0; i < after; ++i) writer.put(i % 5 == 0, 1);
            writer.insert_octet(at + 8);
            writer.patch(at, 0x8765, 16);
            writer.put(1, 1);
            writer.finish();
            BitReader reader(out);
            for (unsigned i = 0; i < before; ++i)
                ASSERT_EQ(reader.take(1), i % 3 == 0) << before << ' ' << after;
            ASSERT_EQ(reader.take(16), 0x8765U) << before << ' ' << after;
            for (unsigned i = 0; i < after; ++i)
                ASSERT_EQ(reader.take(1), i % 5 == 0) << before << ' ' << after;
            ASSERT_EQ(reader.take(1), 1U);
        }
    }
}

TEST(Bits, ReadingStaysWithinTheBytes) {
    // A heap block of exactly this size lets the sanitizers see any access beyond it.
    for (std::size_t size = 1; size < 20; ++size) {
        const auto bytes = std::make_unique<std::byte[]>(size);
        BitReader reader(ByteView(bytes.get(), size));
        while (reader.left() >= 3) EXPECT_EQ(reader.take(3), 0U);
        while (reader.left() > 0) EXPECT_EQ(reader.take(1), 0U);
        EXPECT_EQ(reader.position(), size * 8);
    }
    BitReader nothing{ByteView{}};
    EXPECT_EQ(nothing.left(), 0U);
}

}  // namespace
}  // namespace synchrono::j2735::internal
