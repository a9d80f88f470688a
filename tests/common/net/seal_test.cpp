// Proves each verdict of the opener, and where the replay window begins and ends. No bit of a datagram can be
// changed unnoticed. The bytes are those that docs/protocol.md promises to other languages.
#include "common/net/seal.hpp"

#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <sodium.h>
#include <string>

#include "common/base/random.hpp"

namespace synchrono::net {
namespace {

using Verdict = Opener::Verdict;

constexpr SessionId kSession{0x01020304};

SessionKey key_of(unsigned char first) {
    SessionKey key;
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::byte>(first + i);
    return key;
}

Bytes seal(Sealer& sealer, std::string_view payload) {
    Bytes buffer(payload.size() + kSealBytes);
    std::memcpy(buffer.data() + kSealHeadBytes, payload.data(), payload.size());
    const auto sealed = sealer.seal(buffer, payload.size());
    EXPECT_EQ(sealed.size(), buffer.size());
    return buffer;
}

struct Seal : testing::Test {
    Sealer sealer{kSession, key_of(1), Direction::to_server};
    Opener opener{kSession, key_of(1), Direction::to_server};

    Verdict open(const Bytes& datagram) {
        ByteView payload;
        return opener.open(datagram, payload);
    }
};

TEST_F(Seal, OpensToItsPayload) {
    for (const std::string& text : {std::string(), std::string("x"), std::string(1400, 'y')}) {
        const Bytes datagram = seal(sealer, text);
        ByteView payload;
        ASSERT_EQ(opener.open(datagram, payload), Verdict::ok);
        EXPECT_EQ(as_text(payload), text);
    }
}

TEST_F(Seal, LaysOutHeadPayloadAndTag) {
    const Bytes datagram = seal(sealer, "abc");
    const unsigned char head[] = {4, 3, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 'a', 'b', 'c'};
    ASSERT_EQ(datagram.size(), sizeof head + kSealTagBytes);
    EXPECT_EQ(std::memcmp(datagram.data(), head, sizeof head), 0);

    // docs/protocol.md says that the tag of a datagram to the server is made with the first half of the key.
    unsigned char tag[16];
    const auto key = key_of(1);
    crypto_shorthash_siphashx24(tag, head, sizeof head, reinterpret_cast<const unsigned char*>(key.data()));
    EXPECT_EQ(std::memcmp(datagram.data() + sizeof head, tag, sizeof tag), 0);

    Sealer back(kSession, key, Direction::to_client);
    const Bytes answer = seal(back, "abc");
    crypto_shorthash_siphashx24(tag, head, sizeof head,
                                reinterpret_cast<const unsigned char*>(key.data()) + 16);
    EXPECT_EQ(std::memcmp(answer.data() + sizeof head, tag, sizeof tag), 0);
    EXPECT_EQ(peek_session(datagram), kSession);
}

TEST_F(Seal, RefusesTooShortDatagrams) {
    const Bytes whole = seal(sealer, "");
    for (std::size_t n = 0; n < kSealBytes; ++n) {
        const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n));
        EXPECT_EQ(open(part), Verdict::too_short) << n;
        EXPECT_EQ(peek_session(part), std::nullopt);
    }
    EXPECT_EQ(open(whole), Verdict::ok);
}

TEST_F(Seal, RefusesEveryChangedBit) {
    const Bytes genuine = seal(sealer, "state");
    for (std::size_t bit = 0; bit < genuine.size() * 8; ++bit) {
        Bytes changed = genuine;
        changed[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
        EXPECT_EQ(open(changed), bit / 8 < 4 ? Verdict::wrong_session : Verdict::forged) << bit;
    }
    // A forged sequence, however high, must not move the window.
    EXPECT_EQ(open(genuine), Verdict::ok);
}

TEST_F(Seal, RefusesCutAndPaddedDatagrams) {
    const Bytes genuine = seal(sealer, "state");
    for (std::size_t n = kSealBytes; n < genuine.size(); ++n) {
        EXPECT_EQ(open(Bytes(genuine.begin(), genuine.begin() + static_cast<std::ptrdiff_t>(n))),
                  Verdict::forged);
    }
    Bytes longer = genuine;
    longer.push_back(std::byte{0});
    EXPECT_EQ(open(longer), Verdict::forged);
}

TEST_F(Seal, RefusesAnotherKeySessionAndDirection) {
    Sealer other_key(kSession, key_of(2), Direction::to_server);
    EXPECT_EQ(open(seal(other_key, "x")), Verdict::forged);
    Sealer other_session(SessionId{9}, key_of(1), Direction::to_server);
    EXPECT_EQ(open(seal(other_session, "x")), Verdict::wrong_session);
    // A datagram from the server cannot be sent back to it.
    Sealer other_direction(kSession, key_of(1), Direction::to_client);
    EXPECT_EQ(open(seal(other_direction, "x")), Verdict::forged);
}

TEST_F(Seal, RefusesRandomBytes) {
    Random random(7);
    for (int i = 0; i < 2000; ++i) {
        Bytes noise(random.below(200));
        for (auto& b : noise) b = static_cast<std::byte>(random.bits());
        EXPECT_NE(open(noise), Verdict::ok);
    }
}

TEST_F(Seal, AcceptsEachDatagramOnceInAnyOrder) {
    std::vector<Bytes> datagrams;
    for (int i = 0; i < 900; ++i) datagrams.push_back(seal(sealer, "x"));
    Random random(3);
    for (std::size_t i = datagrams.size(); i > 1; --i)
        std::swap(datagrams[i - 1], datagrams[random.below(i)]);
    for (const auto& datagram : datagrams) EXPECT_EQ(open(datagram), Verdict::ok);
    for (const auto& datagram : datagrams) EXPECT_EQ(open(datagram), Verdict::replayed);
}

TEST_F(Seal, ReplayWindowHasExactEdges) {
    // A row has the sequence of the newest datagram, the sequence of an older datagram, and the verdict on
    // the older datagram.
    struct Row {
        std::uint64_t newest, old;
        Verdict expected;
    };
    std::vector<Bytes> datagrams(1);
    for (int i = 1; i <= 3000; ++i) datagrams.push_back(seal(sealer, "x"));
    for (const auto& [newest, old, expected] : std::vector<Row>{{1024, 1, Verdict::ok},
                                                                {1025, 1, Verdict::replayed},
                                                                {1025, 2, Verdict::ok},
                                                                {1087, 64, Verdict::ok},
                                                                {1088, 64, Verdict::replayed},
                                                                {2111, 1088, Verdict::ok},
                                                                {2112, 1088, Verdict::replayed},
                                                                {3000, 1977, Verdict::ok},
                                                                {3000, 1976, Verdict::replayed},
                                                                {2, 1, Verdict::ok},
                                                                {64, 63, Verdict::ok}}) {
        opener = Opener(kSession, key_of(1), Direction::to_server);
        EXPECT_EQ(open(datagrams[newest]), Verdict::ok);
        EXPECT_EQ(open(datagrams[old]), expected) << newest << " then " << old;
        EXPECT_EQ(open(datagrams[old]), Verdict::replayed);
        EXPECT_EQ(open(datagrams[newest]), Verdict::replayed);
    }
}

TEST_F(Seal, ReplayWindowAgreesWithAPlainSet) {
    std::vector<Bytes> datagrams(1);
    for (int i = 1; i <= 20'000; ++i) datagrams.push_back(seal(sealer, ""));
    std::set<std::uint64_t> taken;
    std::uint64_t newest = 0;
    Random random(11);
    std::uint64_t base = 0;
    for (int i = 0; i < 40'000; ++i) {
        // The sequence drifts forward, sometimes jumps ahead by less or more than the window's length, and
        // often goes back.
        if (random.chance(0.002)) base += random.below(2500);
        base += random.below(2);
        const std::uint64_t sequence =
            std::min<std::uint64_t>(20'000, 1 + (base > 1200 ? base - random.below(1200) : base));
        const bool fresh =
            !taken.contains(sequence) && (sequence > newest || newest - sequence < kReplayWindow);
        ASSERT_EQ(open(datagrams[sequence]), fresh ? Verdict::ok : Verdict::replayed)
            << sequence << ' ' << newest;
        taken.insert(sequence);
        newest = std::max(newest, sequence);
    }
    EXPECT_EQ(newest, 20'000u);
}

TEST_F(Seal, RefusesSequenceZero) {
    Bytes datagram = seal(sealer, "x");
    std::memset(datagram.data() + 4, 0, 8);
    EXPECT_EQ(open(datagram), Verdict::forged);
}

TEST(EncryptedSeal, HidesThePayloadAndRefusesEveryChangedBit) {
    Sealer sealer(kSession, key_of(1), Direction::to_server, Protection::encrypted);
    Opener opener(kSession, key_of(1), Direction::to_server, Protection::encrypted);
    const Bytes genuine = seal(sealer, "the payload");
    EXPECT_EQ(genuine.size(), 11 + kSealBytes) << "encryption takes no room";
    EXPECT_EQ(as_text(genuine).find("payload"), std::string::npos);
    ByteView payload;
    for (std::size_t bit = 0; bit < genuine.size() * 8; ++bit) {
        Bytes changed = genuine;
        changed[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
        EXPECT_NE(opener.open(changed, payload), Verdict::ok) << bit;
    }
    ASSERT_EQ(opener.open(genuine, payload), Verdict::ok);
    EXPECT_EQ(as_text(payload), "the payload");
    EXPECT_EQ(opener.open(genuine, payload), Verdict::replayed);
    Opener backwards(kSession, key_of(1), Direction::to_client, Protection::encrypted);
    EXPECT_EQ(backwards.open(genuine, payload), Verdict::forged) << "each direction has a key of its own";
    Sealer plain(kSession, key_of(1), Direction::to_server);
    seal(plain, "");
    EXPECT_EQ(opener.open(seal(plain, "the payload"), payload), Verdict::forged);
}

}  // namespace
}  // namespace synchrono::net
