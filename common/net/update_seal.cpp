#include "common/net/update_seal.hpp"

#include <algorithm>
#include <sodium.h>

#include "common/base/contract.hpp"
#include "common/net/internal/cipher.hpp"
#include "common/net/internal/little_endian.hpp"

namespace synchrono::net {

static_assert(std::tuple_size_v<WorldKey> == crypto_aead_chacha20poly1305_ietf_KEYBYTES);
static_assert(kSealTagBytes == crypto_aead_chacha20poly1305_ietf_ABYTES);

namespace {

constexpr std::size_t kNumberAt = kSealHeadBytes;
constexpr std::size_t kBodyTagAt = kNumberAt + sizeof(std::uint64_t);
constexpr std::size_t kLengthAt = kBodyTagAt + kSealTagBytes;
constexpr std::size_t kClear = kUpdateHeadAt - kSealHeadBytes;  // bytes of a payload that are never encrypted

// The upper bits of a body's number are the number of its key.
constexpr int kKeyShift = 48;

}  // namespace

BodySealer::BodySealer(const NumberedKey& key)
    : key_(key.key), number_(std::uint64_t{key.number} << kKeyShift) {
    // Makes libsodium choose the fastest code for this machine. Only the first call in a program does so.
    SYN_ENSURE(sodium_init() >= 0);
}

BodySeal BodySealer::seal(ByteView body) {
    BodySeal seal{++number_, {}};
    net::encrypt({}, seal.tag.data(), body, seal.number, key_);
    return seal;
}

BodySeal BodySealer::encrypt(std::span<std::byte> body) {
    BodySeal seal{++number_, {}};
    net::encrypt(body, seal.tag.data(), {}, seal.number, key_);
    return seal;
}

std::span<std::byte> seal_update(Sealer& sealer, std::span<std::byte> buffer, std::size_t head_bytes,
                                 const BodySeal& body) {
    SYN_REQUIRE(buffer.size() >= kUpdateSealBytes && head_bytes <= buffer.size() - kUpdateSealBytes &&
                head_bytes <= UINT16_MAX);
    put(buffer.data() + kNumberAt, body.number);
    std::copy(body.tag.begin(), body.tag.end(), buffer.data() + kBodyTagAt);
    put(buffer.data() + kLengthAt, static_cast<std::uint16_t>(head_bytes));
    return sealer.seal(buffer, kClear + head_bytes, kClear);
}

UpdateOpener::UpdateOpener(SessionId session, const SessionKey& key, const NumberedKey& world_key,
                           Protection protection)
    : opener_(session, key, Direction::to_client, protection),
      protection_(protection),
      keys_{world_key, world_key, world_key} {
    SYN_ENSURE(sodium_init() >= 0);
}

void UpdateOpener::add_world_key(const NumberedKey& key) { keys_ = {key, keys_[0], keys_[1]}; }

bool UpdateOpener::open_body(ByteView body, std::uint64_t number, const std::byte* tag) {
    const std::uint64_t wanted = number >> kKeyShift;
    const auto key = std::find_if(keys_.begin(), keys_.end(),
                                  [wanted](const NumberedKey& one) { return one.number == wanted; });
    if (key == keys_.end()) return false;
    if (protection_ == Protection::sealed) return decrypt({}, tag, body, number, key->key);
    plain_.assign(body.begin(), body.end());
    return decrypt(plain_, tag, {}, number, key->key);
}

Opener::Verdict UpdateOpener::open(ByteView datagram, BodyUse use, ByteView& head, ByteView& body) {
    if (datagram.size() < kUpdateSealBytes) return Opener::Verdict::too_short;
    const std::size_t head_bytes = get<std::uint16_t>(datagram.data() + kLengthAt);
    if (datagram.size() - kUpdateSealBytes < head_bytes) return Opener::Verdict::too_short;
    const ByteView sealed = datagram.first(kUpdateSealBytes + head_bytes);
    ByteView payload;
    if (const auto verdict = opener_.verify(sealed, payload, kClear); verdict != Opener::Verdict::ok)
        return verdict;
    const ByteView rest = datagram.subspan(sealed.size());
    if (use == BodyUse::read &&
        !open_body(rest, get<std::uint64_t>(datagram.data() + kNumberAt), datagram.data() + kBodyTagAt))
        return Opener::Verdict::forged;
    // The datagram is marked as seen only after the check of the body. Otherwise somebody could send a
    // genuine head with a forged body, and the genuine datagram would then count as a replay.
    opener_.mark_seen(sealed);
    head = payload.subspan(kClear);
    body = use == BodyUse::skip ? ByteView{} : protection_ == Protection::sealed ? rest : ByteView(plain_);
    return Opener::Verdict::ok;
}

}  // namespace synchrono::net
