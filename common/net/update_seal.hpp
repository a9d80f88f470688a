/// Proof of origin for world updates. Many clients get the same messages, so these are sealed once for all
/// who have joined, and each client's datagram vouches for that seal. The datagram is
///     session u32 | sequence u64 | body number u64 | body tag 16 bytes | head_bytes u16 | head | tag 16
///     bytes | body
/// The last tag seals all that stands before it, as seal.hpp defines. The body tag is ChaCha20-Poly1305
/// (IETF) of an empty text, with the body as associated data, the world's key, and the nonce 0 u32 | number
/// u64. For the states of a hundred agents it costs three quarters of what SipHash would.
#pragma once

#include "common/net/seal.hpp"

namespace synchrono::net {

using WorldKey = std::array<std::byte, 32>;

/// Names the body that a head belongs to.
struct BodySeal {
    std::uint64_t number = 0;
    std::array<std::byte, kSealTagBytes> tag{};
};

inline constexpr std::size_t kUpdateHeadAt =
    kSealHeadBytes + sizeof(std::uint64_t) + kSealTagBytes + sizeof(std::uint16_t);
inline constexpr std::size_t kUpdateSealBytes = kUpdateHeadAt + kSealTagBytes;

/// Seals bodies. Their numbers count from 1, and no number is used twice.
/// Threading: one thread.
class BodySealer {
  public:
    explicit BodySealer(const WorldKey& key);
    BodySeal seal(ByteView body);

  private:
    WorldKey key_;
    std::uint64_t number_ = 0;
};

/// Seals the head at `buffer[kUpdateHeadAt]`: writes what stands around it and returns the datagram up to
/// the body. Requires room for head_bytes + kUpdateSealBytes.
std::span<std::byte> seal_update(Sealer& sealer, std::span<std::byte> buffer, std::size_t head_bytes,
                                 const BodySeal& body);

/// Whether a receiver reads bodies. A body that is skipped is neither proved nor returned.
enum class BodyUse { read, skip };

/// Opens world updates. No datagram of a stranger changes its state.
/// Threading: one thread.
class UpdateOpener {
  public:
    UpdateOpener(SessionId session, const SessionKey& key, const WorldKey& world_key);
    /// Sets `head` and `body`, views into `datagram`, only if it returns ok.
    Opener::Verdict open(ByteView datagram, BodyUse use, ByteView& head, ByteView& body);
    std::uint64_t newest() const { return opener_.newest(); }

  private:
    Opener opener_;
    WorldKey world_key_;
};

}  // namespace synchrono::net
