#include "common/net/seal.hpp"

#include <algorithm>
#include <sodium.h>
#include <string_view>

#include "common/base/contract.hpp"
#include "common/net/internal/cipher.hpp"
#include "common/net/internal/little_endian.hpp"

namespace synchrono::net {

static_assert(std::tuple_size_v<SealKey> == crypto_shorthash_siphashx24_KEYBYTES);
static_assert(std::tuple_size_v<SessionKey> == 2 * crypto_shorthash_siphashx24_KEYBYTES);
static_assert(kSealTagBytes == crypto_shorthash_siphashx24_BYTES);
static_assert(kReplayWindow % 64 == 0);

namespace {

SealKey half_of(const SessionKey& key, Direction direction) {
    SealKey half;
    std::copy_n(key.begin() + (direction == Direction::to_server ? 0 : half.size()), half.size(),
                half.begin());
    return half;
}

void put_tag(std::byte* to, ByteView proved, const SealKey& key) {
    crypto_shorthash_siphashx24(reinterpret_cast<unsigned char*>(to),
                                reinterpret_cast<const unsigned char*>(proved.data()), proved.size(),
                                reinterpret_cast<const unsigned char*>(key.data()));
}

}  // namespace

ProtectionKey protection_key(const SessionKey& key, Direction direction, Protection protection) {
    if (protection == Protection::sealed) return half_of(key, direction);
    // Makes libsodium choose the fastest code for this machine. Only the first call in a program does so.
    SYN_ENSURE(sodium_init() >= 0);
    const std::string_view purpose =
        direction == Direction::to_server ? "synchrono to the server" : "synchrono to the client";
    CipherKey derived;
    crypto_generichash(raw(derived.data()), derived.size(),
                       reinterpret_cast<const unsigned char*>(purpose.data()), purpose.size(),
                       raw(key.data()), key.size());
    return derived;
}

Sealer::Sealer(SessionId session, const SessionKey& key, Direction direction, Protection protection)
    : session_(session), key_(protection_key(key, direction, protection)) {}

std::span<std::byte> Sealer::seal(std::span<std::byte> buffer, std::size_t payload_bytes,
                                  std::size_t clear_bytes) {
    SYN_REQUIRE(buffer.size() >= kSealBytes && payload_bytes <= buffer.size() - kSealBytes &&
                clear_bytes <= payload_bytes);
    ++sequence_;
    put(buffer.data(), session_.value);
    put(buffer.data() + 4, sequence_);
    const std::size_t proved = kSealHeadBytes + payload_bytes;
    if (const auto* half = std::get_if<SealKey>(&key_)) {
        put_tag(buffer.data() + proved, buffer.first(proved), *half);
    } else {
        const std::size_t clear = kSealHeadBytes + clear_bytes;
        encrypt(buffer.subspan(clear, proved - clear), buffer.data() + proved, buffer.first(clear), sequence_,
                std::get<CipherKey>(key_));
    }
    return buffer.first(proved + kSealTagBytes);
}

Opener::Opener(SessionId session, const SessionKey& key, Direction direction, Protection protection)
    : session_(session), key_(protection_key(key, direction, protection)) {}

Opener::Verdict Opener::verify(ByteView datagram, ByteView& payload, std::size_t clear_bytes) {
    if (datagram.size() < kSealBytes) return Verdict::too_short;
    if (get<std::uint32_t>(datagram.data()) != session_.value) return Verdict::wrong_session;
    const auto sequence = get<std::uint64_t>(datagram.data() + 4);
    if (sequence == 0) return Verdict::forged;  // no sealer uses it
    // This comes before the check of the tag because it is cheaper: a flood of replayed datagrams costs no
    // cryptography.
    if (seen(sequence)) return Verdict::replayed;
    const std::size_t proved = datagram.size() - kSealTagBytes;
    if (const auto* key = std::get_if<CipherKey>(&key_)) {
        const std::size_t clear = kSealHeadBytes + clear_bytes;
        if (proved < clear) return Verdict::too_short;
        plain_.assign(datagram.begin() + kSealHeadBytes,
                      datagram.begin() + static_cast<std::ptrdiff_t>(proved));
        if (!decrypt(std::span(plain_).subspan(clear_bytes), datagram.data() + proved, datagram.first(clear),
                     sequence, *key))
            return Verdict::forged;
        payload = plain_;
        return Verdict::ok;
    }
    std::array<std::byte, kSealTagBytes> tag;
    put_tag(tag.data(), datagram.first(proved), std::get<SealKey>(key_));
    // Compares in constant time: the time must not reveal how many bytes of a guessed tag were right.
    if (sodium_memcmp(tag.data(), datagram.data() + proved, tag.size()) != 0) return Verdict::forged;
    payload = datagram.subspan(kSealHeadBytes, proved - kSealHeadBytes);
    return Verdict::ok;
}

void Opener::mark_seen(ByteView datagram) { mark(get<std::uint64_t>(datagram.data() + 4)); }

Opener::Verdict Opener::open(ByteView datagram, ByteView& payload) {
    const Verdict verdict = verify(datagram, payload);
    if (verdict == Verdict::ok) mark_seen(datagram);
    return verdict;
}

bool Opener::seen(std::uint64_t sequence) const {
    if (sequence > newest_) return false;
    if (newest_ - sequence >= kReplayWindow) return true;
    return (bits_[sequence / 64 % bits_.size()] >> (sequence % 64) & 1) != 0;
}

void Opener::mark(std::uint64_t sequence) {
    if (sequence > newest_) {
        // The words between the old newest number and the new one hold bits of numbers that are now too old.
        const std::uint64_t entered = std::min<std::uint64_t>(sequence / 64 - newest_ / 64, bits_.size());
        for (std::uint64_t i = 0; i < entered; ++i) bits_[(sequence / 64 - i) % bits_.size()] = 0;
        newest_ = sequence;
    }
    bits_[sequence / 64 % bits_.size()] |= std::uint64_t{1} << (sequence % 64);
}

std::optional<SessionId> peek_session(ByteView datagram) {
    if (datagram.size() < kSealBytes) return std::nullopt;
    return SessionId{get<std::uint32_t>(datagram.data())};
}

}  // namespace synchrono::net
