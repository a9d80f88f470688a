// Proves that airtimes agree with those counted by hand from the standard, that errors fall with the signal
// and rise with the bit rate, and that the table agrees with the formula.
#include "comm_server/channel/internal/ofdm.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace synchrono::comm_server::channel {
namespace {

TEST(Ofdm, AirtimesAgreeWithACountByHand) {
    // 100 octets, 43 of overhead, 16 bits of service and 6 of tail make 1166 bits.
    EXPECT_EQ(frame_bits(100), 1166);
    struct Row {
        double bit_s;
        std::int64_t symbols;
    };
    const std::vector<Row> rows{{3e6, 49},  {4.5e6, 33}, {6e6, 25}, {9e6, 17},
                                {12e6, 13}, {18e6, 9},   {24e6, 7}, {27e6, 6}};
    ASSERT_EQ(rows.size(), bit_rates().size());
    for (const Row& row : rows) {
        const BitRate* rate = find_bit_rate(row.bit_s);
        ASSERT_NE(rate, nullptr) << row.bit_s;
        EXPECT_EQ(airtime(*rate, 100), SimDuration::microseconds(40 + 8 * row.symbols)) << row.bit_s;
    }
    EXPECT_EQ(airtime(*find_bit_rate(6e6), 200), SimDuration::microseconds(368));
    EXPECT_EQ(airtime(*find_bit_rate(6e6), 0), SimDuration::microseconds(40 + 8 * 8));
}

TEST(Ofdm, UnknownRatesAreNotFound) {
    EXPECT_EQ(find_bit_rate(54e6), nullptr);
    EXPECT_EQ(find_bit_rate(0), nullptr);
    EXPECT_EQ(find_bit_rate(std::nan("")), nullptr);
}

TEST(Ofdm, BitErrorAgreesWithACalculationByHand) {
    // BPSK at a ratio of 4: 0.5 erfc(2) = 0.0023389; D = 2 sqrt(p (1 - p)) = 0.096612;
    // (36 D^10 + 211 D^12 + 1404 D^14 + ...) / 2 = 1.33e-9.
    EXPECT_NEAR(bit_error(*find_bit_rate(3e6), 4), 1.35e-9, 0.05e-9);
    EXPECT_EQ(bit_error(*find_bit_rate(3e6), 0), 1);
}

TEST(BitHazard, HalfLossAgreesWithAnotherProgram) {
    // The message has 250 octets. The ratios, in dB, were computed by a program that shares nothing with this
    // code.
    struct Row {
        double bit_s, db;
    };
    for (const Row& row : std::vector<Row>{{3e6, 2.947},
                                           {4.5e6, 5.788},
                                           {6e6, 5.957},
                                           {9e6, 8.798},
                                           {12e6, 12.384},
                                           {18e6, 15.481},
                                           {24e6, 20.216},
                                           {27e6, 21.428}}) {
        const BitHazard hazard(*find_bit_rate(row.bit_s));
        EXPECT_NEAR(10 * std::log10(hazard.half_lost(frame_bits(250))), row.db, 0.01) << row.bit_s;
    }
}

TEST(BitHazard, TableFollowsTheFormulaAndNeverRises) {
    for (const BitRate& rate : bit_rates()) {
        const BitHazard hazard(rate);
        float last = BitHazard::kCertain;
        for (double db = -30; db < 60; db += 0.013) {
            const double snr = std::pow(10, db / 10);
            const float found = hazard.at(static_cast<float>(snr));
            EXPECT_LE(found, last);
            last = found;
            const double error = bit_error(rate, snr);
            if (error > 0.3 || error < 1e-12) continue;
            EXPECT_NEAR(static_cast<double>(found) / -std::log1p(-error), 1, 0.02) << rate.bit_s << " " << db;
        }
        EXPECT_EQ(hazard.at(0), BitHazard::kCertain);
        EXPECT_EQ(hazard.at(std::nanf("")), BitHazard::kCertain);
        EXPECT_EQ(hazard.at(1e9F), 0);
    }
}

TEST(Octaves, LogarithmsAreExactToAMillionth) {
    for (float x = 1e-20F; x < 1e20F; x *= 1.0137F)
        EXPECT_NEAR(double{fast_log2(x)}, std::log2(double{x}),
                    1e-6 * std::max(1.0, std::abs(std::log2(double{x}))))
            << x;
    EXPECT_EQ(fast_log2(1), 0);
    EXPECT_FLOAT_EQ(to_db(1000), 30);
}

}  // namespace
}  // namespace synchrono::comm_server::channel
