/// Proof of origin for world updates. Many clients get the same messages. These messages are the body of a
/// datagram, and the body is sealed once for all clients. Each client's own datagram has a second seal. This
/// seal covers the tag of the body, not the body itself. The datagram is
///     session u32 | sequence u64 | body number u64 | body tag 16 bytes | head_bytes u16 | head |
///     tag 16 bytes | body
/// The second tag seals all bytes before it, as seal.hpp defines. The body tag is ChaCha20-Poly1305 (IETF) of
/// an empty text, with the body as associated data, the world's key, and the nonce 0 u32 | body number u64.
/// For the states of a hundred agents it takes about three quarters of the time that SipHash would take.
/// In a session whose datagrams are encrypted, the head is encrypted as seal.hpp defines, and the body is
/// encrypted with the world's key, the same nonce and no associated data. The world's key changes in the
/// course of a run; the upper 16 bits of a body's number say which key it has.
#pragma once

#include "common/net/seal.hpp"

namespace synchrono::net {

/// The key of all bodies of one world; every client that has joined knows it.
using WorldKey = std::array<std::byte, 32>;

/// A key of the world, and its number. Numbers count from 0; after 65535 they begin again.
struct NumberedKey {
    std::uint16_t number = 0;
    WorldKey key{};
};

/// The number and the tag of a body, as they stand before the head of the datagram.
struct BodySeal {
    std::uint64_t number = 0;
    std::array<std::byte, kSealTagBytes> tag{};
};

/// The bytes of a datagram before its head.
inline constexpr std::size_t kUpdateHeadAt =
    kSealHeadBytes + sizeof(std::uint64_t) + kSealTagBytes + sizeof(std::uint16_t);
/// The bytes of a datagram without its head and body.
inline constexpr std::size_t kUpdateSealBytes = kUpdateHeadAt + kSealTagBytes;

/// Seals or encrypts bodies with one key. No number is used twice.
/// Threading: one thread.
class BodySealer {
  public:
    explicit BodySealer(const NumberedKey& key);
    BodySeal seal(ByteView body);
    /// Encrypts the body in place.
    BodySeal encrypt(std::span<std::byte> body);

  private:
    WorldKey key_;
    std::uint64_t number_;
};

/// Seals the head that begins at `buffer[kUpdateHeadAt]`: writes the fields before and after it and returns
/// the datagram up to the body. Requires a buffer of at least head_bytes + kUpdateSealBytes bytes, and
/// head_bytes < 65536.
std::span<std::byte> seal_update(Sealer& sealer, std::span<std::byte> buffer, std::size_t head_bytes,
                                 const BodySeal& body);

/// Whether a receiver reads bodies. A body that is skipped is neither checked nor returned.
enum class BodyUse { read, skip };

/// Opens world updates. No datagram of a stranger changes the opener's state.
/// Threading: one thread.
class UpdateOpener {
  public:
    UpdateOpener(SessionId session, const SessionKey& key, const NumberedKey& world_key,
                 Protection protection = Protection::sealed);
    /// Adds a key. The two before it remain valid, for datagrams that are still on their way.
    void add_world_key(const NumberedKey& key);
    /// Sets `head` and `body`, only if the verdict is ok. They are valid until the next call or as long as
    /// `datagram`, whichever is shorter. A body whose key is not known counts as forged.
    Opener::Verdict open(ByteView datagram, BodyUse use, ByteView& head, ByteView& body);
    /// Returns the highest sequence number opened so far, as Opener::newest does.
    std::uint64_t newest() const { return opener_.newest(); }

  private:
    bool open_body(ByteView body, std::uint64_t number, const std::byte* tag);

    Opener opener_;
    Protection protection_;
    std::array<NumberedKey, 3> keys_;  // the newest first
    Bytes plain_;                      // the decrypted body
};

}  // namespace synchrono::net
