/// The limits that the wire, the world and the radio share, and the relations between them. They size pools
/// and decide which input is refused. A limit that concerns one file alone stands in that file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace synchrono::limits {

// The wire.
inline constexpr std::size_t kFrameBytesMax = 384 << 10;     // payload of one TCP frame
inline constexpr std::size_t kDatagramBytesMax = 60'000;     // one sealed datagram, if the path allows it
inline constexpr std::size_t kDatagramBytesOffHost = 1'400;  // one that leaves the host: avoids IP fragments
inline constexpr std::size_t kStateBytesMax = 1'024;         // one agent message, header and state
inline constexpr std::size_t kNameBytesMax = 64;             // the name of an agent, client or vehicle
inline constexpr std::size_t kTypeUrlBytesMax = 128;
inline constexpr std::size_t kDescriptionBytesMax =
    2 * kNameBytesMax + kTypeUrlBytesMax + 24;  // of one agent

// The world.
inline constexpr std::size_t kAgentsMax = 16'384;
inline constexpr std::size_t kClientsMax = 4'096;
inline constexpr std::size_t kAgentsPerClientMax = 1'024;
inline constexpr std::int64_t kWindowMax = 16;  // heartbeats, gate `window`
inline constexpr std::int64_t kLagMax = 8;      // heartbeats, gate `exact`
inline constexpr std::int64_t kPeriodMax = 16;  // heartbeats from one message of a flow to the next
// The largest simulated time accepted in messages: later than any run, and small enough to add two of them.
inline constexpr std::int64_t kTimeMax_ns = std::int64_t{1} << 60;
// Servers wait this long for lost clients to come back when no agent is left.
inline constexpr std::int64_t kRejoinSeconds = 5;
// Complete bundles that a client has not consumed yet; `exact` only.
inline constexpr std::int64_t kBundlesAheadMax = 32;
inline constexpr std::size_t kHistoryDepth = 64;  // messages kept of each agent, the newest

// The radio.
inline constexpr std::size_t kRadioStationsMax = kAgentsMax + 1'024;  // includes road-side units and ghosts
inline constexpr std::size_t kRadioPayloadBytesMax = 2'304;           // one message, as in IEEE 802.11
inline constexpr std::size_t kRadioMessagesMax = 64;  // for each agent of a client in one heartbeat
inline constexpr std::int64_t kSignalsNewsMax = 256;  // changes of an intersection's signals in one heartbeat
// Bundles that a client has not read yet; beyond this, its agents receive nothing under `window`.
inline constexpr std::size_t kRadioUnreadBytesMax = 8 << 20;
// Unsent data of one client; beyond this, it is disconnected, whatever the gate.
inline constexpr std::size_t kRadioOutboxBytesMax = 64 << 20;
// Altered copies of one message in its record; further copies are left out and counted.
inline constexpr std::size_t kRadioAlteredBytesMax = 512 << 10;

// The radio of one agent.
inline constexpr std::size_t kRadioInboxMax = 4'096;         // messages on their way to the agent
inline constexpr std::size_t kRadioNeighboursMax = 1'024;    // others whose newest safety message it keeps
inline constexpr std::size_t kRadioSendsPerStepMax = 16;     // messages in one answer of its pilot
inline constexpr std::size_t kRadioTextBytesMax = 64 << 10;  // one message as JSON, from its pilot

// The server.
inline constexpr std::size_t kPendingHandshakesMax = 256;  // TCP peers that have not introduced themselves
inline constexpr std::size_t kHandlersMax = 64;
inline constexpr std::size_t kOutboxBytesMax = 8 << 20;  // notices that one client has not read yet

// Two answers of one pilot can take effect in one heartbeat.
static_assert(2 * kRadioSendsPerStepMax < kRadioMessagesMax, "a basic safety message has room beside them");
static_assert(kStateBytesMax < kDatagramBytesOffHost, "any agent message fits a datagram on any path");
static_assert(kDatagramBytesMax < 65'507, "UDP over IPv4 carries no more");
static_assert(kHistoryDepth >= 2 * (kLagMax + kPeriodMax), "what a slow client may still ask for is kept");
static_assert(kAgentsPerClientMax * kDescriptionBytesMax <= kFrameBytesMax,
              "the longest join request fits a frame");
static_assert(kAgentsMax * (kDescriptionBytesMax + 32) <= kOutboxBytesMax,
              "a newcomer can be told of a full world");
static_assert(kHistoryDepth >= kBundlesAheadMax + 2 * kPeriodMax, "what may be asked for is kept");

}  // namespace synchrono::limits
