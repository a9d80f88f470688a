/// Proof of origin for world updates, of which many clients get the same messages: those are sealed once, for
/// all who have joined, and each client's datagram vouches for that seal. The datagram is
///     session u32 | sequence u64 | body number u64 | body tag 16 bytes | head_bytes u16 | head | tag 16
///     bytes | body
/// The last tag and all before it are sealed as seal.hpp has it. The body tag is ChaCha20-Poly1305 (IETF)
/// over nothing, with the body as associated data, the world's key, and the nonce 0 u32 | number u64: for the
/// states of a hundred agents it costs three quarters of what SipHash would.
#pragma once

#include "common/net/seal.hpp"

namespace synchrono::net {

using WorldKey = std::array<std::byte, 32>;

/// Which body a head goes with.
struct BodySeal {
    std::uint64_t number = 0;
    std::array<std::byte, kSealTagBytes> tag{};
};

inline constexpr std::size_t kUpdateHeadAt =
    kSealHeadBytes + sizeof(std::uint64_t) + kSealTagBytes + sizeof(std::uint16_t);
inline constexpr std::size_t kUpdateSealBytes = kUpdateHeadAt + kSealTagBytes;

/// Seals bodies; numbers count from 1, and none is used for two bodies.
/// Threading: one thread.
class BodySealer {
  public:
    explicit BodySealer(const WorldKey& key);
    BodySeal seal(ByteView body);

  private:
    WorldKey key_;
    std::uint64_t number_ = 0;
};

/// The head lies at `buffer[kUpdateHeadAt]`; writes what goes around it and gives the datagram up to the
/// body. Requires room for head_bytes + kUpdateSealBytes.
std::span<std::byte> seal_update(Sealer& sealer, std::span<std::byte> buffer, std::size_t head_bytes,
                                 const BodySeal& body);

/// What a receiver does with bodies: one that is skipped is neither proved nor given.
enum class BodyUse { read, skip };

/// Opens world updates. Nothing that a stranger sends changes its state.
/// Threading: one thread.
class UpdateOpener {
  public:
    UpdateOpener(SessionId session, const SessionKey& key, const WorldKey& world_key);
    /// On ok, and only then, `head` and `body` are set; they point into `datagram`.
    Opener::Verdict open(ByteView datagram, BodyUse use, ByteView& head, ByteView& body);
    std::uint64_t newest() const { return opener_.newest(); }

  private:
    Opener opener_;
    WorldKey world_key_;
};

}  // namespace synchrono::net
