/// The bounds that the wire, the world and the radio have in common, and what ties them together. Pools and
/// refusals are sized from them. A bound that concerns one file alone stands there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace synchrono::limits {

// The wire.
inline constexpr std::size_t kFrameBytesMax = 384 << 10;     // one TCP frame, payload only
inline constexpr std::size_t kDatagramBytesMax = 60'000;     // one sealed datagram where the path allows it
inline constexpr std::size_t kDatagramBytesOffHost = 1'400;  // where it leaves the host: no IP fragments
inline constexpr std::size_t kStateBytesMax = 1'024;         // one agent message, header and state
inline constexpr std::size_t kNameBytesMax = 64;             // names of agents, clients, vehicles
inline constexpr std::size_t kTypeUrlBytesMax = 128;
inline constexpr std::size_t kDescriptionBytesMax =
    2 * kNameBytesMax + kTypeUrlBytesMax + 24;  // of one agent

// The world.
inline constexpr std::size_t kAgentsMax = 16'384;
inline constexpr std::size_t kClientsMax = 4'096;
inline constexpr std::size_t kAgentsPerClientMax = 1'024;
inline constexpr std::int64_t kWindowMax = 16;  // heartbeats, `window n`
inline constexpr std::int64_t kLagMax = 8;      // heartbeats, `exact`
inline constexpr std::int64_t kPeriodMax = 16;  // heartbeats from one message of a flow to the next
inline constexpr std::int64_t kTimeMax_ns =
    std::int64_t{1} << 60;  // simulated times that come in messages; later than any run, and two can be added
inline constexpr std::int64_t kRejoinSeconds =
    5;  // servers wait this long for lost clients once nobody else is there
inline constexpr std::int64_t kBundlesAheadMax =
    32;                                           // `exact`: complete bundles that a client has not consumed
inline constexpr std::size_t kHistoryDepth = 64;  // newest messages kept of each agent

// The radio.
inline constexpr std::size_t kRadioStationsMax = kAgentsMax + 1'024;  // road-side units and ghosts too
inline constexpr std::size_t kRadioPayloadBytesMax = 2'304;           // of one message, as IEEE 802.11 has it
inline constexpr std::size_t kRadioMessagesMax = 64;  // that one agent sends within one heartbeat
inline constexpr std::int64_t kSignalsNewsMax = 256;  // of one intersection's signals within one heartbeat
inline constexpr std::size_t kRadioUnreadBytesMax =
    8 << 20;  // of bundles that a client has not read: under `window` it is deaf then
inline constexpr std::size_t kRadioOutboxBytesMax = 64 << 20;  // then it is let go of, whatever the gate
inline constexpr std::size_t kRadioAlteredBytesMax = 512
                                                     << 10;  // of one message as it arrived, in its record

// The radio of one agent.
inline constexpr std::size_t kRadioInboxMax = 4'096;         // messages on their way to it
inline constexpr std::size_t kRadioNeighboursMax = 1'024;    // that it keeps apart
inline constexpr std::size_t kRadioSendsPerStepMax = 16;     // of its pilot
inline constexpr std::size_t kRadioTextBytesMax = 64 << 10;  // of one message as JSON, from its pilot

// The server.
inline constexpr std::size_t kPendingHandshakesMax = 256;  // TCP peers that have not said who they are
inline constexpr std::size_t kHandlersMax = 64;
inline constexpr std::size_t kOutboxBytesMax = 8 << 20;  // unread notices of one client

// Its pilot may be asked twice within one heartbeat.
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
