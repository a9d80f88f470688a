/// What a scenario wants to be wrong with the radio: radios that are silent, ghosts that repeat what others
/// said, and messages that get lost, late, twice or changed on their way to a receiver. Decided from the
/// message, its receiver and the seed alone. docs/radio-channel.md tells users the rules.
#pragma once

#include <map>
#include <vector>

#include "comm_server/channel/channel.hpp"
#include "common/base/bytes.hpp"
#include "common/base/counters.hpp"
#include "common/base/random.hpp"

namespace synchrono::comm_server {

/// What one receiver gets of one transmission.
struct Reception {
    Fate fate;
    std::uint32_t payload = 0;  // 0: as it was sent; else for Faults::payload
};

struct GhostMessage {
    config::Medium medium = config::Medium::dsrc;
    Transmission transmission;  // of the ghost: its id, its own sequence, when it sends
    Bytes payload;
};

enum class FaultCounter {
    silenced,
    lost,
    delayed,
    duplicated,
    corrupted,
    altered,
    alter_in_vain,  // messages without that field, or that cannot have that value
    ghosts_sent,
    ghosts_dropped,  // more waited than a ghost remembers
    count_
};
inline constexpr CounterNames<FaultCounter> kFaultCounterNames{
    "fault.silenced", "fault.lost",          "fault.delayed",     "fault.duplicated",    "fault.corrupted",
    "fault.altered",  "fault.alter_in_vain", "fault.ghosts_sent", "fault.ghosts_dropped"};

/// Threading: one thread.
class Faults {
  public:
    static constexpr std::size_t kGhostMessagesMax = 65'536;  // that wait for one ghost's delay

    /// Of one run; faults work in their order.
    Faults(std::vector<config::RadioFault> faults, std::uint64_t seed);

    /// Whether the sender's radio keeps quiet of it. Not to be asked of ghosts' own messages.
    bool silences(const Transmission& transmission, std::uint16_t type);
    /// A message that a radio was given and did not silence; ghosts may repeat it. Not of ghosts' own.
    void overhear(config::Medium medium, const Transmission& transmission, std::uint16_t type,
                  ByteView payload);
    /// What ghosts send before `until` and have not sent yet, in the order of (time, sender, sequence). What
    /// was overheard before `until` must have been told. Valid until the next call.
    const std::vector<GhostMessage>& take_ghosts(SimTime until);

    /// What becomes of the fates that a channel decided, ascending by receiver; a copy follows its original.
    void apply(const Transmission& transmission, std::uint16_t type, ByteView payload,
               std::vector<Reception>& receptions);
    /// Of a reception of the last `apply`, one that was changed. Receivers that get the same share it.
    ByteView payload(std::uint32_t index) const { return changed_[index - 1]; }

    const Counters<FaultCounter>& counters() const { return counters_; }

  private:
    struct Waiting {
        SimTime due;
        AgentId sender;  // whom it repeats; with the next two: the order of what is due at once
        std::uint64_t sequence = 0;
        std::size_t fault = 0;
        config::Medium medium = config::Medium::dsrc;
        Bytes payload;
    };
    static bool later(const Waiting& a, const Waiting& b);
    void wait(Waiting message);
    std::uint32_t keep(ByteView payload, std::uint32_t from);
    ByteView bytes_of(std::uint32_t index, ByteView sent) const { return index ? payload(index) : sent; }
    void duplicate(const config::RadioFault& fault, std::size_t index, const Transmission& transmission,
                   std::vector<Reception>& receptions);
    std::uint32_t corrupt(std::uint32_t bits, std::uint32_t payload, ByteView sent, Random& random);
    std::uint32_t alter(const config::RadioFault& fault, std::uint32_t payload, ByteView sent);

    const std::vector<config::RadioFault> faults_;
    const std::uint64_t seed_;
    Counters<FaultCounter> counters_;
    std::vector<Waiting> waiting_;                // a heap, the earliest on top
    std::vector<std::size_t> waiting_of_;         // by fault
    std::map<AgentId, std::uint64_t> sequences_;  // of ghosts
    std::vector<GhostMessage> ghosts_;
    std::vector<Bytes> changed_;  // the first changed_used_
    std::size_t changed_used_ = 0;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> altered_;  // of one fault and message: from, to
    std::vector<Reception> scratch_;
    std::vector<bool> flipped_;
};

}  // namespace synchrono::comm_server
