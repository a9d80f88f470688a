/// The limits that the wire, the world and the radio share, and the relations between them. They size pools
/// and decide which input is refused. A limit that concerns one file alone stands in that file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace synchrono::limits {

// The wire.
inline constexpr std::size_t kFrameBytesMax = 384 << 10;     // payload of one TCP frame
inline constexpr std::size_t kDatagramBytesMax = 60'000;     // one sealed datagram within a host
inline constexpr std::size_t kDatagramBytesOffHost = 1'232;  // one to another host: fits any tunnel of IPv6
inline constexpr std::size_t kStateBytesMax = 1'024;         // one agent message, header and state
// The bytes of datagrams that a session may send in a second, and more for each of its agents.
inline constexpr std::size_t kSessionBytesEachSecond = 32 << 20;
inline constexpr std::size_t kSessionBytesEachSecondAndAgent = 256 << 10;
// How often a client may join a world.
inline constexpr double kJoinsAtOnce = 32;  // twice the watchers of one credential
inline constexpr double kJoinsEachSecond = 0.5;
inline constexpr std::size_t kNameBytesMax = 64;  // the name of an agent, client or vehicle
inline constexpr std::size_t kTypeUrlBytesMax = 128;
inline constexpr std::size_t kPilotHashesMax = 64;  // of a client, in its join request
inline constexpr std::size_t kPilotNameBytesMax = 255;
// The description of one agent in a join request: its name, vehicle, state type and a few numbers.
inline constexpr std::size_t kAgentDescriptionBytesMax = 2 * kNameBytesMax + kTypeUrlBytesMax + 24;

// The world.
inline constexpr std::size_t kAgentsMax = 16'384;
inline constexpr std::size_t kClientsMax = 4'096;
inline constexpr std::size_t kAgentsPerClientMax = 1'024;
inline constexpr std::int64_t kWatchersPerCredentialMax = 16;  // clients without agents, at the same time
inline constexpr std::int64_t kWindowMax = 16;                 // in heartbeats, for the gate `window`
inline constexpr std::int64_t kLagMax = 8;                     // in heartbeats, for the gate `exact`
inline constexpr std::int64_t kPeriodMax = 16;  // in heartbeats, from one message of a flow to the next
// The largest simulated time that is accepted in messages and in records of the radio. No run lasts that
// long, and the sum of three such times fits in a signed 64-bit integer.
inline constexpr std::int64_t kTimeMax_ns = std::int64_t{1} << 60;
// When no agent is left, servers wait this long for lost clients to come back.
inline constexpr std::int64_t kRejoin_s = 5;
// Bundles (one per heartbeat) that are complete and that a client has not consumed yet; `exact` only.
inline constexpr std::int64_t kBundlesAheadMax = 32;
// How many of each agent's newest messages the server keeps under `exact` (under `window` it keeps one), and
// how many bundles can be incomplete at a client at once.
inline constexpr std::size_t kHistoryDepth = 64;

// The radio.
inline constexpr std::size_t kRadioStationsMax = kAgentsMax + 1'024;  // also road-side units and ghosts
inline constexpr std::size_t kRadioPayloadBytesMax = 2'304;           // one message, as in IEEE 802.11
inline constexpr std::size_t kRadioMessagesMax = 64;  // from a client in one heartbeat, per agent that it has
// Payloads of one client's messages that wait to be routed, in bytes.
inline constexpr std::size_t kRadioQueuedBytesMax = 16 << 20;
// Changes of one intersection's signals in one heartbeat.
inline constexpr std::int64_t kSignalChangesMax = 256;
// Under `window`: while more bytes than this are queued for one client, its agents receive nothing.
inline constexpr std::size_t kRadioUnreadBytesMax = 8 << 20;
// Under any gate: if more bytes than this are queued for one client, the client is disconnected.
inline constexpr std::size_t kRadioOutboxBytesMax = 64 << 20;
// Bytes of altered copies of one message in its log record. Further copies are counted but not recorded.
inline constexpr std::size_t kRadioAlteredBytesMax = 512 << 10;

// The radio of one agent.
inline constexpr std::size_t kRadioInboxMax = 4'096;         // messages on their way to the agent
inline constexpr std::size_t kRadioNeighboursMax = 1'024;    // others whose newest safety message is kept
inline constexpr std::size_t kRadioSendsPerStepMax = 16;     // messages in one answer of its pilot
inline constexpr std::size_t kRadioTextBytesMax = 64 << 10;  // one message as JSON, from its pilot

// The server.
inline constexpr std::size_t kPendingHandshakesMax = 256;  // TCP peers that have not proved anything yet
// Simulated time per wall time that a client which `synchrono run` has not started must keep while the others
// wait for it.
inline constexpr double kLeastRateExternal = 0.05;
// Requests of one member that are answered. An honest client asks at most every 2 ms.
inline constexpr double kRequestsPerSecond = 600, kRequestsBurst = 64;
inline constexpr std::size_t kHandlersMax = 64;          // threads that receive the clients' datagrams
inline constexpr std::size_t kOutboxBytesMax = 8 << 20;  // of notices that one client has not read yet

// Two answers of one pilot can take effect in one heartbeat.
static_assert(2 * kRadioSendsPerStepMax < kRadioMessagesMax, "there is room for a basic safety message too");
static_assert(kStateBytesMax < kDatagramBytesOffHost, "any agent message fits a datagram on any path");
static_assert(kDatagramBytesMax < 65'507, "UDP over IPv4 carries no more");
static_assert(kHistoryDepth >= 2 * (kLagMax + kPeriodMax), "messages that a slow client may need are kept");
static_assert(kAgentsPerClientMax * kAgentDescriptionBytesMax + kPilotHashesMax * (kPilotNameBytesMax + 32) <=
                  kFrameBytesMax,
              "the longest join request fits a frame");
static_assert(kAgentsMax * (kAgentDescriptionBytesMax + 32) <= kOutboxBytesMax,
              "the notices of a full world fit a newcomer's outbox");
static_assert(kHistoryDepth >= kBundlesAheadMax + 2 * kPeriodMax, "messages that may be requested are kept");

}  // namespace synchrono::limits
