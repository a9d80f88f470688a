/// Protection of datagrams. A datagram is
///     session u32 | sequence u64 | payload | tag 16 bytes        (little endian)
/// Within a host it is sealed: the tag is SipHash-2-4, with 128 bits of output, of all bytes before the tag.
/// Its key is one half of the session's key; each direction has its own half. That proves who sent a datagram
/// and in which order, and keeps nothing secret. To another host the datagram is encrypted as well: tag and
/// payload are those of ChaCha20-Poly1305 (IETF), with a key that is derived from the session's key for each
/// direction, the nonce 0 u32 | sequence u64, and the bytes before the payload as associated data.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"

namespace synchrono::net {

using SessionKey = std::array<std::byte, 32>;
using SealKey = std::array<std::byte, 16>;    // for one direction
using CipherKey = std::array<std::byte, 32>;  // for one direction

inline constexpr std::size_t kSealHeadBytes = 12;
inline constexpr std::size_t kSealTagBytes = 16;
inline constexpr std::size_t kSealBytes = kSealHeadBytes + kSealTagBytes;
inline constexpr std::uint64_t kReplayWindow = 1'024;  // in sequence numbers

/// The direction of a datagram. Each direction has its own half of the session's key. So an attacker who
/// sends a datagram back to its sender is not believed.
enum class Direction { to_server, to_client };

/// Says whether datagrams are only sealed, or encrypted as well.
enum class Protection { sealed, encrypted };

/// The key of one session and direction, of the kind that the protection needs.
using ProtectionKey = std::variant<SealKey, CipherKey>;
ProtectionKey protection_key(const SessionKey& key, Direction direction, Protection protection);

/// Protects the datagrams of one session in one direction. The sequence numbers count from 1.
/// Threading: one thread.
class Sealer {
  public:
    Sealer(SessionId session, const SessionKey& key, Direction direction,
           Protection protection = Protection::sealed);
    /// Protects the payload that begins at `buffer[kSealHeadBytes]`: writes the head before it and the tag
    /// after it, and returns the whole datagram. The first `clear_bytes` of the payload are not encrypted.
    /// Requires a buffer of at least payload_bytes + kSealBytes bytes.
    std::span<std::byte> seal(std::span<std::byte> buffer, std::size_t payload_bytes,
                              std::size_t clear_bytes = 0);
    bool encrypts() const { return std::holds_alternative<CipherKey>(key_); }

  private:
    SessionId session_;
    ProtectionKey key_;
    std::uint64_t sequence_ = 0;
};

/// Opens the datagrams of one session in one direction. No datagram of a stranger changes the opener's state.
/// Threading: one thread.
class Opener {
  public:
    enum class Verdict {
        ok,
        too_short,      // shorter than head and tag
        wrong_session,  // another session's number
        replayed,       // its sequence number was seen before, or is kReplayWindow or more behind the newest
        forged,         // the tag is wrong
    };

    Opener(SessionId session, const SessionKey& key, Direction direction,
           Protection protection = Protection::sealed);
    /// Checks a datagram and, if it is genuine and new, marks it as seen. Sets `payload`, a view into
    /// `datagram` or into the opener, only if the verdict is ok. It is valid until the next call.
    Verdict open(ByteView datagram, ByteView& payload);
    /// Takes the first step of `open`: checks the datagram, but does not mark it as seen. It is for callers
    /// that must check more before they mark the datagram. `clear_bytes` is as in Sealer::seal.
    Verdict verify(ByteView datagram, ByteView& payload, std::size_t clear_bytes = 0);
    /// Takes the second step of `open`: marks the datagram as seen. Requires that `verify` returned ok for
    /// this datagram.
    void mark_seen(ByteView datagram);
    /// Returns the highest sequence number opened so far. If datagrams were lost, this is more than the
    /// number of datagrams opened.
    std::uint64_t newest() const { return newest_; }

  private:
    bool seen(std::uint64_t sequence) const;
    void mark(std::uint64_t sequence);

    SessionId session_;
    ProtectionKey key_;
    Bytes plain_;  // the decrypted payload
    std::uint64_t newest_ = 0;
    // A ring of words with one bit per sequence number. It has one word more than the window needs, because
    // the newest number is usually inside a word, not at its end.
    std::array<std::uint64_t, kReplayWindow / 64 + 1> bits_{};
};

/// Returns the session that a datagram names, without any proof; nothing if it is too short to be sealed.
std::optional<SessionId> peek_session(ByteView datagram);

}  // namespace synchrono::net
