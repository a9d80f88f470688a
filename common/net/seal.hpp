/// Proof of origin for datagrams. A sealed datagram is
///     session u32 | sequence u64 | payload | tag 16 bytes        (little endian)
/// where the tag is SipHash-2-4 with 128 bits of everything before it, keyed with the direction's half of the
/// session's key. The payload is in the clear: a seal says who and when, not what is secret.
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
using SealKey = std::array<std::byte, 16>;  // of one direction

inline constexpr std::size_t kSealHeadBytes = 12;
inline constexpr std::size_t kSealTagBytes = 16;
inline constexpr std::size_t kSealBytes = kSealHeadBytes + kSealTagBytes;
inline constexpr std::uint64_t kReplayWindow = 1'024;  // sequences

/// Each direction has half of the session's key, so that nothing can be thrown back at who said it.
enum class Direction { to_server, to_client };

/// Seals the datagrams of one session in one direction; sequences count from 1.
/// Threading: one thread.
class Sealer {
  public:
    Sealer(SessionId session, const SessionKey& key, Direction direction);
    /// The payload lies at `buffer[kSealHeadBytes]`; writes what goes around it and gives the datagram.
    /// Requires room for payload_bytes + kSealBytes.
    std::span<std::byte> seal(std::span<std::byte> buffer, std::size_t payload_bytes);

  private:
    SessionId session_;
    SealKey key_;
    std::uint64_t sequence_ = 0;
};

/// Opens them. Nothing that a stranger sends changes its state.
/// Threading: one thread.
class Opener {
  public:
    enum class Verdict {
        ok,
        too_short,      // for head and tag
        wrong_session,  // another session's number
        replayed,       // a sequence seen before, or kReplayWindow or more behind the newest
        forged,         // the tag is not ours
    };

    Opener(SessionId session, const SessionKey& key, Direction direction);
    /// On ok, and only then, `payload` is set; it points into `datagram`.
    Verdict open(ByteView datagram, ByteView& payload);
    /// The two halves of that, where there is more to prove before a datagram counts as seen. Taking requires
    /// that it was proved.
    Verdict prove(ByteView datagram, ByteView& payload) const;
    void take(ByteView datagram);
    /// The highest sequence opened so far: what came is less than this where some were lost.
    std::uint64_t newest() const { return newest_; }

  private:
    bool seen(std::uint64_t sequence) const;
    void mark(std::uint64_t sequence);

    SessionId session_;
    SealKey key_;
    std::uint64_t newest_ = 0;
    // One bit a sequence, a ring of words; one word more than the window, since the newest is partly ahead.
    std::array<std::uint64_t, kReplayWindow / 64 + 1> bits_{};
};

/// The session that a datagram claims, before anything is proved.
std::optional<SessionId> peek_session(ByteView datagram);

}  // namespace synchrono::net
