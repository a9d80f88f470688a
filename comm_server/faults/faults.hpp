/// The radio faults of a scenario: silent radios, ghosts (false stations that repeat the messages of others),
/// and messages that are lost, delayed, duplicated or changed on their way to a receiver. Every decision
/// depends on the messages, the receivers and the seed alone. docs/radio-channel.md has the rules for users.
#pragma once

#include <map>
#include <vector>

#include "comm_server/channel/channel.hpp"
#include "common/base/bytes.hpp"
#include "common/base/counters.hpp"
#include "common/base/random.hpp"

namespace synchrono::comm_server::faults {

/// One transmission as one receiver gets it.
struct Reception {
    channel::Fate fate;
    std::uint32_t payload = 0;  // 0: as it was sent; else the index for Faults::payload
};

/// A message that a ghost sends.
struct GhostMessage {
    config::Medium medium = config::Medium::dsrc;
    channel::Transmission transmission;  // with the ghost as sender, its sequence and its time of sending
    Bytes payload;
};

enum class FaultCounter {
    silenced,
    lost,
    delayed,
    duplicated,
    corrupted,
    altered,
    alter_in_vain,  // messages that lack the field or cannot have the value
    ghosts_sent,
    ghosts_dropped,  // because too many messages were waiting for the ghost's delay
    count_
};
inline constexpr CounterNames<FaultCounter> kFaultCounterNames{
    "fault.silenced", "fault.lost",          "fault.delayed",     "fault.duplicated",    "fault.corrupted",
    "fault.altered",  "fault.alter_in_vain", "fault.ghosts_sent", "fault.ghosts_dropped"};

/// Applies the faults of a run to its messages.
/// Threading: one thread.
class Faults {
  public:
    static constexpr std::size_t kGhostMessagesMax = 65'536;  // messages that wait for the delay of one ghost

    /// Takes the faults of one run, which are applied in the order of `faults`.
    Faults(std::vector<config::RadioFault> faults, std::uint64_t seed);

    /// Returns whether the sender's radio stays silent instead of sending this message. Requires a sender
    /// that is not a ghost.
    bool silences(const channel::Transmission& transmission, std::uint16_t type);
    /// Takes in a message that was not silenced; ghosts may repeat it. Requires a sender that is not a ghost.
    void overhear(config::Medium medium, const channel::Transmission& transmission, std::uint16_t type,
                  ByteView payload);
    /// Returns the ghosts' messages that are due before `until`, except those that an earlier call has
    /// returned, in the order of (time, sender, sequence). Requires that `overhear` was called for all
    /// messages before `until`. The result is valid until the next call.
    const std::vector<GhostMessage>& take_ghost_messages(SimTime until);

    /// Applies the faults to a transmission whose outcomes the channel has decided. Receptions ascend by
    /// receiver, and a copy follows its original.
    void apply(const channel::Transmission& transmission, std::uint16_t type, ByteView payload,
               std::vector<Reception>& receptions);
    /// Returns a payload that the last `apply` has changed. Requires a Reception::payload that is not 0.
    ByteView payload(std::uint32_t index) const { return changed_[index - 1]; }

    const Counters<FaultCounter>& counters() const { return counters_; }

  private:
    /// A message that a ghost will send. Messages due at the same time are ordered by the fault's index, then
    /// by sender, then by sequence.
    struct Waiting {
        SimTime due;
        AgentId sender;  // of the original message
        std::uint64_t sequence = 0;
        std::size_t fault = 0;
        config::Medium medium = config::Medium::dsrc;
        Bytes payload;
    };
    /// Returns whether `a` comes after `b`.
    static bool later(const Waiting& a, const Waiting& b);
    void add_waiting(Waiting message);
    /// Stores a copy of `payload` or, if `from` is not 0, of the changed payload `from`. Returns the copy's
    /// index.
    std::uint32_t store_changed(ByteView payload, std::uint32_t from);
    ByteView bytes_of(std::uint32_t index, ByteView sent) const { return index ? payload(index) : sent; }
    void duplicate(const config::RadioFault& fault, std::size_t index,
                   const channel::Transmission& transmission, std::vector<Reception>& receptions);
    std::uint32_t corrupt(std::uint32_t bits, std::uint32_t payload, ByteView sent, Random& random);
    std::uint32_t alter(const config::RadioFault& fault, std::uint32_t payload, ByteView sent);

    const std::vector<config::RadioFault> faults_;
    const std::uint64_t seed_;
    Counters<FaultCounter> counters_;
    std::vector<Waiting> waiting_;                // a heap, the earliest on top
    std::vector<std::size_t> waiting_of_;         // by fault: number of messages in waiting_
    std::map<AgentId, std::uint64_t> sequences_;  // of ghosts
    std::vector<GhostMessage> ghosts_;
    std::vector<Bytes> changed_;  // only the first changed_used_ are valid
    std::size_t changed_used_ = 0;
    // For the fault that is being applied: pairs of payload indices, before and after.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> altered_;
    std::vector<Reception> scratch_;
    std::vector<bool> flipped_;
};

}  // namespace synchrono::comm_server::faults
