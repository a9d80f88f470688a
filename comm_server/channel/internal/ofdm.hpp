/// The physical layer of IEEE 802.11p: OFDM on a channel of 10 MHz. The functions compute how long an 802.11
/// frame is on the air and how likely it is to survive noise. They do so as the NIST model of ns-3 does: from
/// the modulation, from a convolutional code with hard decisions, and from the union bound over the code's
/// distances. docs/radio-channel.md has formulas and sources.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "comm_server/channel/internal/octaves.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::comm_server::channel {

/// One of the eight combinations of modulation and code.
struct BitRate {
    double bit_s = 0;                   // data bits per second
    int constellation = 2;              // points: 2 is BPSK, 4 QPSK, 16 and 64 QAM
    int code_numerator = 1;             // 1, 2 or 3, for a code of rate 1/2, 2/3 or 3/4
    std::int64_t bits_in_a_symbol = 0;  // of data
};

/// Returns all bit rates, ascending.
std::span<const BitRate> bit_rates();
/// Returns the rate with these bits per second; null if IEEE 802.11p with 10 MHz has no such rate.
const BitRate* find_bit_rate(double bit_s);

// The octets that are added to a payload before it goes on the air.
inline constexpr std::size_t kMacBytes = 26 + 4;  // QoS data header and check sequence
inline constexpr std::size_t kLlcBytes = 8;       // LLC and SNAP
inline constexpr std::size_t kWsmpBytes = 5;      // version, TPID, PSID of one octet, length of two
inline constexpr std::size_t kOverheadBytes = kMacBytes + kLlcBytes + kWsmpBytes;

/// Returns the data bits of a frame with this payload, including overhead, service field and tail, without
/// padding.
std::int64_t frame_bits(std::size_t payload_bytes);
/// Returns how long a frame with this payload is on the air: its preamble, signal field and data symbols.
SimDuration airtime(const BitRate& rate, std::size_t payload_bytes);

/// Returns the probability that a decoded bit is wrong at this ratio of signal to noise (power, not dB); at
/// most 1.
double bit_error(const BitRate& rate, double snr);

/// The hazard of a bit, -ln(1 - bit_error), as a table. A frame of n bits survives with the probability
/// exp(-n * hazard), and the hazards of parts of a frame with different noise add up. The hazard never rises
/// with the ratio of signal to noise.
/// Threading: any, after construction.
class BitHazard {
  public:
    explicit BitHazard(const BitRate& rate);

    /// Returns the hazard at this ratio of signal to noise (power, not dB).
    float at(float snr) const {
        if (!(snr > kLowest)) return kCertain;
        if (snr >= kHighest) return 0;
        const float place = position(snr);
        const auto index = static_cast<std::size_t>(place);
        const float low = table_[index];
        return low + (table_[index + 1] - low) * (place - static_cast<float>(index));
    }
    /// Returns the ratio at which half of the frames with this many bits are lost.
    double half_lost(std::int64_t bits) const;

    static constexpr float kCertain = 1e3F;  // a frame of any length is lost

  private:
    static constexpr float kLowest = 0x1p-6F, kHighest = 0x1p14F;
    static constexpr int kFirstOctave = -6, kOctaves = 20, kStepBits = 7;  // a step: about 0.02 dB
    static float position(float snr) { return octave_position<kStepBits, kFirstOctave>(snr); }

    std::vector<float> table_;
};

}  // namespace synchrono::comm_server::channel
