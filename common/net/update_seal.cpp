#include "common/net/update_seal.hpp"

#include <algorithm>
#include <sodium.h>

#include "common/base/contract.hpp"
#include "common/net/internal/little_endian.hpp"

namespace synchrono::net {

static_assert(std::tuple_size_v<WorldKey> == crypto_aead_chacha20poly1305_ietf_KEYBYTES);
static_assert(kSealTagBytes == crypto_aead_chacha20poly1305_ietf_ABYTES);

namespace {

constexpr std::size_t kNumberAt = kSealHeadBytes;
constexpr std::size_t kBodyTagAt = kNumberAt + sizeof(std::uint64_t);
constexpr std::size_t kLengthAt = kBodyTagAt + kSealTagBytes;

using Nonce = std::array<std::byte, crypto_aead_chacha20poly1305_ietf_NPUBBYTES>;

Nonce nonce_of(std::uint64_t number) {
    Nonce nonce{};
    put(nonce.data() + 4, number);
    return nonce;
}

const unsigned char* raw(const std::byte* bytes) { return reinterpret_cast<const unsigned char*>(bytes); }
unsigned char* raw(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }

bool is_sealed(ByteView body, std::uint64_t number, const std::byte* tag, const WorldKey& key) {
    const Nonce nonce = nonce_of(number);
    unsigned char nothing = 0;  // the message is empty, but the library needs an address
    return crypto_aead_chacha20poly1305_ietf_decrypt_detached(&nothing, nullptr, &nothing, 0, raw(tag),
                                                              raw(body.data()), body.size(),
                                                              raw(nonce.data()), raw(key.data())) == 0;
}

}  // namespace

BodySealer::BodySealer(const WorldKey& key) : key_(key) {
    // Makes libsodium choose the fastest code for this machine. Only the first call in a program does so.
    SYN_ENSURE(sodium_init() >= 0);
}

BodySeal BodySealer::seal(ByteView body) {
    BodySeal seal;
    seal.number = ++number_;
    const Nonce nonce = nonce_of(seal.number);
    unsigned char nothing = 0;
    crypto_aead_chacha20poly1305_ietf_encrypt_detached(&nothing, raw(seal.tag.data()), nullptr, &nothing, 0,
                                                       raw(body.data()), body.size(), nullptr,
                                                       raw(nonce.data()), raw(key_.data()));
    return seal;
}

std::span<std::byte> seal_update(Sealer& sealer, std::span<std::byte> buffer, std::size_t head_bytes,
                                 const BodySeal& body) {
    SYN_REQUIRE(buffer.size() >= kUpdateSealBytes && head_bytes <= buffer.size() - kUpdateSealBytes &&
                head_bytes <= UINT16_MAX);
    put(buffer.data() + kNumberAt, body.number);
    std::copy(body.tag.begin(), body.tag.end(), buffer.data() + kBodyTagAt);
    put(buffer.data() + kLengthAt, static_cast<std::uint16_t>(head_bytes));
    return sealer.seal(buffer, kUpdateHeadAt - kSealHeadBytes + head_bytes);
}

UpdateOpener::UpdateOpener(SessionId session, const SessionKey& key, const WorldKey& world_key)
    : opener_(session, key, Direction::to_client), world_key_(world_key) {
    SYN_ENSURE(sodium_init() >= 0);
}

Opener::Verdict UpdateOpener::open(ByteView datagram, BodyUse use, ByteView& head, ByteView& body) {
    if (datagram.size() < kUpdateSealBytes) return Opener::Verdict::too_short;
    const std::size_t head_bytes = get<std::uint16_t>(datagram.data() + kLengthAt);
    if (datagram.size() - kUpdateSealBytes < head_bytes) return Opener::Verdict::too_short;
    const ByteView sealed = datagram.first(kUpdateSealBytes + head_bytes);
    ByteView payload;
    if (const auto verdict = opener_.verify(sealed, payload); verdict != Opener::Verdict::ok) return verdict;
    const ByteView rest = datagram.subspan(sealed.size());
    if (use == BodyUse::read && !is_sealed(rest, get<std::uint64_t>(datagram.data() + kNumberAt),
                                           datagram.data() + kBodyTagAt, world_key_)) {
        return Opener::Verdict::forged;
    }
    // The datagram is marked as seen only after the check of the body. Otherwise somebody could send a
    // genuine head with a forged body, and the genuine datagram would then count as a replay.
    opener_.mark_seen(sealed);
    head = datagram.subspan(kUpdateHeadAt, head_bytes);
    body = use == BodyUse::read ? rest : ByteView{};
    return Opener::Verdict::ok;
}

}  // namespace synchrono::net
