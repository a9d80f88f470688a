/// The random numbers of a transmission. Each depends only on the seed, the sender, the sequence and, if it
/// is for one receiver, that receiver. It does not depend on other stations or on earlier calls.
#pragma once

#include "comm_server/channel/channel.hpp"
#include "common/base/random.hpp"

namespace synchrono::comm_server::channel {

class TransmissionRandom {
  public:
    TransmissionRandom(std::uint64_t seed, AgentId sender, std::uint64_t sequence)
        : key_(mix_bits(mix_bits(mix_bits(seed) + sender.value) + sequence)) {}

    /// Returns 64 random bits for this receiver.
    std::uint64_t bits(std::uint32_t receiver) const {
        return mix_bits(key_ + (std::uint64_t{receiver} + 1) * 0xd1342543de82ef95ULL);
    }
    /// Returns a random number of slots for the sender to wait, from 0 to `most`.
    std::uint32_t slots(std::uint32_t most) const {
        return static_cast<std::uint32_t>(mix_bits(key_) % (std::uint64_t{most} + 1));
    }

  private:
    std::uint64_t key_;
};

}  // namespace synchrono::comm_server::channel
