#include "comm_server/channel/internal/ofdm.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace synchrono::comm_server::channel {

namespace {

constexpr std::array<BitRate, 8> kRates{{
    {3e6, 2, 1, 24},
    {4.5e6, 2, 3, 36},
    {6e6, 4, 1, 48},
    {9e6, 4, 3, 72},
    {12e6, 16, 1, 96},
    {18e6, 16, 3, 144},
    {24e6, 64, 2, 192},
    {27e6, 64, 3, 216},
}};

// On 10 MHz all durations are twice those on 20 MHz. A frame is the preamble, one symbol with the signal
// field, and the data symbols.
constexpr SimDuration kPreamble = SimDuration::microseconds(32);
constexpr SimDuration kSymbol = SimDuration::microseconds(8);
constexpr std::int64_t kServiceBits = 16, kTailBits = 6;

/// Returns the probability that a coded bit is wrong before decoding, for Gray-coded constellations in white
/// noise.
double raw_bit_error(int constellation, double snr) {
    switch (constellation) {
        case 2:
            return 0.5 * std::erfc(std::sqrt(snr));
        case 4:
            return 0.5 * std::erfc(std::sqrt(snr / 2));
        case 16:
            return 0.375 * std::erfc(std::sqrt(snr / 10));
        default:
            return 7.0 / 24.0 * std::erfc(std::sqrt(snr / 42));
    }
}

/// The number of wrong bits over all paths that differ from the right one in `distance` coded bits. The
/// tables are the spectrum of the code (133, 171) of constraint length 7, unpunctured and punctured.
struct Distance {
    int distance;
    double wrong_bits;
};
constexpr std::array<Distance, 9> kHalf{{{10, 36},
                                         {12, 211},
                                         {14, 1404},
                                         {16, 11633},
                                         {18, 77433},
                                         {20, 502690},
                                         {22, 3322763},
                                         {24, 21292910},
                                         {26, 134365911}}};
constexpr std::array<Distance, 10> kTwoThirds{{{6, 3},
                                               {7, 70},
                                               {8, 285},
                                               {9, 1276},
                                               {10, 6160},
                                               {11, 27128},
                                               {12, 117019},
                                               {13, 498860},
                                               {14, 2103891},
                                               {15, 8784123}}};
constexpr std::array<Distance, 10> kThreeQuarters{{{5, 42},
                                                   {6, 201},
                                                   {7, 1492},
                                                   {8, 10469},
                                                   {9, 62935},
                                                   {10, 379644},
                                                   {11, 2253373},
                                                   {12, 13073811},
                                                   {13, 75152755},
                                                   {14, 428005675}}};

std::span<const Distance> spectrum(int code_numerator) {
    if (code_numerator == 1) return kHalf;
    if (code_numerator == 2) return kTwoThirds;
    return kThreeQuarters;
}

}  // namespace

std::span<const BitRate> bit_rates() { return kRates; }

const BitRate* find_bit_rate(double bit_s) {
    const auto* found =
        std::find_if(kRates.begin(), kRates.end(), [&](const BitRate& r) { return r.bit_s == bit_s; });
    return found == kRates.end() ? nullptr : found;
}

std::int64_t frame_bits(std::size_t payload_bytes) {
    return kServiceBits + 8 * static_cast<std::int64_t>(payload_bytes + kOverheadBytes) + kTailBits;
}

SimDuration airtime(const BitRate& rate, std::size_t payload_bytes) {
    const std::int64_t symbols =
        (frame_bits(payload_bytes) + rate.bits_in_a_symbol - 1) / rate.bits_in_a_symbol;
    return kPreamble + kSymbol + kSymbol * symbols;
}

double bit_error(const BitRate& rate, double snr) {
    const double raw = raw_bit_error(rate.constellation, snr);
    const double bound = 2 * std::sqrt(raw * (1 - raw));
    double sum = 0;
    for (const Distance& d : spectrum(rate.code_numerator)) sum += d.wrong_bits * std::pow(bound, d.distance);
    return std::min(1.0, sum / (2 * rate.code_numerator));
}

BitHazard::BitHazard(const BitRate& rate) {
    constexpr std::size_t kTable = std::size_t{kOctaves} << kStepBits;
    table_.reserve(kTable + 1);
    for (std::size_t i = 0; i <= kTable; ++i) {
        const double error = bit_error(rate, octave_value<kStepBits, kFirstOctave>(i));
        const double hazard = error < 1 ? -std::log1p(-error) : double{kCertain};
        table_.push_back(static_cast<float>(std::min(hazard, double{kCertain})));
    }
}

double BitHazard::half_lost(std::int64_t bits) const {
    const double wanted = std::log(2.0) / static_cast<double>(bits);
    double low = kLowest, high = kHighest;
    for (int i = 0; i < 60; ++i) {
        const double middle = std::sqrt(low * high);
        (at(static_cast<float>(middle)) > wanted ? low : high) = middle;
    }
    return high;
}

}  // namespace synchrono::comm_server::channel
