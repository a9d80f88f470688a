#include "common/net/seal.hpp"

#include <algorithm>
#include <sodium.h>

#include "common/base/contract.hpp"

namespace synchrono::net {

static_assert(std::tuple_size_v<SessionKey> == crypto_aead_chacha20poly1305_ietf_KEYBYTES);
static_assert(kSealTagBytes == crypto_aead_chacha20poly1305_ietf_ABYTES);
static_assert(kReplayWindow % 64 == 0);

namespace {

using Nonce = std::array<std::byte, crypto_aead_chacha20poly1305_ietf_NPUBBYTES>;

template <typename Integer>
void put(std::byte* to, Integer value) {
    for (std::size_t i = 0; i < sizeof value; ++i) to[i] = static_cast<std::byte>(value >> (8 * i));
}
template <typename Integer>
Integer get(const std::byte* from) {
    Integer value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) value |= static_cast<Integer>(from[i]) << (8 * i);
    return value;
}

Nonce nonce_of(Direction direction, std::uint64_t sequence) {
    Nonce nonce;
    put(nonce.data(), static_cast<std::uint32_t>(direction));
    put(nonce.data() + 4, sequence);
    return nonce;
}

const unsigned char* raw(const std::byte* bytes) { return reinterpret_cast<const unsigned char*>(bytes); }
unsigned char* raw(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }

// Chooses the fastest code for this machine, once; every later call is a load.
void prepare_sodium() { SYN_ENSURE(sodium_init() >= 0); }

}  // namespace

Sealer::Sealer(SessionId session, const SessionKey& key, Direction direction)
    : session_(session), key_(key), direction_(direction) {
    prepare_sodium();
}

std::span<std::byte> Sealer::seal(std::span<std::byte> buffer, std::size_t payload_bytes) {
    SYN_REQUIRE(buffer.size() >= kSealBytes && payload_bytes <= buffer.size() - kSealBytes);
    ++sequence_;
    put(buffer.data(), session_.value);
    put(buffer.data() + 4, sequence_);
    const std::size_t proved = kSealHeadBytes + payload_bytes;
    const Nonce nonce = nonce_of(direction_, sequence_);
    unsigned char nothing = 0;  // the message is empty, yet the library wants an address
    crypto_aead_chacha20poly1305_ietf_encrypt_detached(&nothing, raw(buffer.data() + proved), nullptr,
                                                       &nothing, 0, raw(buffer.data()), proved, nullptr,
                                                       raw(nonce.data()), raw(key_.data()));
    return buffer.first(proved + kSealTagBytes);
}

Opener::Opener(SessionId session, const SessionKey& key, Direction direction)
    : session_(session), key_(key), direction_(direction) {
    prepare_sodium();
}

Opener::Verdict Opener::open(ByteView datagram, ByteView& payload) {
    if (datagram.size() < kSealBytes) return Verdict::too_short;
    if (get<std::uint32_t>(datagram.data()) != session_.value) return Verdict::wrong_session;
    const auto sequence = get<std::uint64_t>(datagram.data() + 4);
    if (sequence == 0) return Verdict::forged;  // nobody seals with it
    // Looked at before the tag, since it is cheaper: a replayed flood costs us no cryptography.
    if (seen(sequence)) return Verdict::replayed;
    const std::size_t proved = datagram.size() - kSealTagBytes;
    const Nonce nonce = nonce_of(direction_, sequence);
    unsigned char nothing = 0;
    if (crypto_aead_chacha20poly1305_ietf_decrypt_detached(
            &nothing, nullptr, &nothing, 0, raw(datagram.data() + proved), raw(datagram.data()), proved,
            raw(nonce.data()), raw(key_.data())) != 0) {
        return Verdict::forged;
    }
    mark(sequence);
    payload = datagram.subspan(kSealHeadBytes, proved - kSealHeadBytes);
    return Verdict::ok;
}

bool Opener::seen(std::uint64_t sequence) const {
    if (sequence > newest_) return false;
    if (newest_ - sequence >= kReplayWindow) return true;
    return (bits_[sequence / 64 % bits_.size()] >> (sequence % 64) & 1) != 0;
}

void Opener::mark(std::uint64_t sequence) {
    if (sequence > newest_) {
        // The words that the newest sequence enters hold what is now too old.
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
