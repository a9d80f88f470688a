/// Proof of origin for datagrams. A sealed datagram is
///     session u32 | sequence u64 | payload | tag 16 bytes        (little endian)
/// The tag is SipHash-2-4, with 128 bits of output, of everything before it. Its key is the half of the
/// session's key that belongs to the direction. The payload is not encrypted: a seal proves who sent a
/// datagram and in which order, and keeps nothing secret.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"

namespace synchrono::net {

using SessionKey = std::array<std::byte, 32>;
using SealKey = std::array<std::byte, 16>;  // for one direction

inline constexpr std::size_t kSealHeadBytes = 12;
inline constexpr std::size_t kSealTagBytes = 16;
inline constexpr std::size_t kSealBytes = kSealHeadBytes + kSealTagBytes;
inline constexpr std::uint64_t kReplayWindow = 1'024;  // in sequences

/// Each direction has its own half of the session's key, so that no datagram can be sent back to its
/// sender.
enum class Direction { to_server, to_client };

/// Seals the datagrams of one session in one direction; sequences count from 1.
/// Threading: one thread.
class Sealer {
  public:
    Sealer(SessionId session, const SessionKey& key, Direction direction);
    /// Seals the payload at `buffer[kSealHeadBytes]`: writes head and tag around it and returns the whole
    /// datagram. Requires room for payload_bytes + kSealBytes.
    std::span<std::byte> seal(std::span<std::byte> buffer, std::size_t payload_bytes);

  private:
    SessionId session_;
    SealKey key_;
    std::uint64_t sequence_ = 0;
};

/// Opens the datagrams of one session in one direction. No datagram of a stranger changes its state.
/// Threading: one thread.
class Opener {
  public:
    enum class Verdict {
        ok,
        too_short,      // shorter than head and tag
        wrong_session,  // another session's number
        replayed,       // the sequence was seen before, or is kReplayWindow or more behind the newest
        forged,         // the tag is wrong
    };

    Opener(SessionId session, const SessionKey& key, Direction direction);
    /// Proves a datagram and marks it as seen. Sets `payload`, a view into `datagram`, only if it returns
    /// ok.
    Verdict open(ByteView datagram, ByteView& payload);
    /// The two steps of `open`, for a caller that has more to prove before the datagram counts as seen:
    /// `prove` checks it, and `take` marks it as seen. Requires that `prove` returned ok before `take`.
    Verdict prove(ByteView datagram, ByteView& payload) const;
    void take(ByteView datagram);
    /// Returns the highest sequence opened so far. It exceeds the number of datagrams opened if some were
    /// lost.
    std::uint64_t newest() const { return newest_; }

  private:
    bool seen(std::uint64_t sequence) const;
    void mark(std::uint64_t sequence);

    SessionId session_;
    SealKey key_;
    std::uint64_t newest_ = 0;
    // A ring of words with one bit per sequence. It has one word more than the window, because the newest
    // sequence usually fills its word only in part.
    std::array<std::uint64_t, kReplayWindow / 64 + 1> bits_{};
};

/// Returns the session that a datagram names, without any proof; nothing if it is too short to be sealed.
std::optional<SessionId> peek_session(ByteView datagram);

}  // namespace synchrono::net
