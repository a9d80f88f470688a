/// Run folders with a radio log, for tests of programs that read such a log. Cars in a row, 40 m apart, send
/// a basic safety message ten times a second. A road-side unit sends a SPAT ten times a second and a MAP once
/// a second. The nearer two of these stations are, the more of their messages reach each other. The setup
/// decides everything, so two folders with the same setup hold the same bytes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/random.hpp"
#include "common/log/log_writer.hpp"
#include "proto/radio.pb.h"
#include "proto/record.pb.h"

namespace synchrono::testing {

/// A basic safety message, a SPAT and a MAP as sent on the air.
inline constexpr std::string_view kBsmHex =
    "001425067C0EB5842562E66E8A2B9EA6C96408B97FFFFFFF900027D9637D07D0007FFF8000640FA0";
inline constexpr std::string_view kSpatHex = "00131900100B5A81000021A6100007047F8000001400140014780000";
inline constexpr std::string_view kMapHex =
    "00123B38073000204BDA1D4CDCF87B3D4DC4E8118602DC0248022800080001616C5FD08B1170FD040B0280002011002220004000"
    "0AF26905"
    "4E5770E837B0";

inline std::string from_hex(std::string_view hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    }
    return bytes;
}

/// Writes a radio.mcap record by record.
class RadioLogFile {
  public:
    explicit RadioLogFile(const std::filesystem::path& folder, log::LogOptions options = {})
        : log_(open(folder, options)),
          stations_(log_.channel("/radio/stations", *RadioStation::descriptor())),
          dsrc_(log_.channel("/radio/dsrc", *RadioTransmission::descriptor())),
          load_(log_.channel("/radio/dsrc/load", *RadioLoad::descriptor())) {}

    void station(std::uint32_t number, const std::string& name,
                 RadioStation::Kind kind = RadioStation::VEHICLE, std::int64_t ended_ns = -1) {
        RadioStation station;
        station.set_station(number);
        station.set_name(name);
        station.set_kind(kind);
        station.set_ended(ended_ns >= 0);
        station.set_ended_ns(std::max<std::int64_t>(0, ended_ns));
        write(stations_, std::max<std::int64_t>(0, ended_ns), station);
    }
    void message(std::int64_t log_ns, const RadioTransmission& message) { write(dsrc_, log_ns, message); }
    void load(std::int64_t ns, const RadioLoad& load) { write(load_, ns, load); }
    void close() { ASSERT_TRUE(log_.close()); }

  private:
    static log::LogWriter open(const std::filesystem::path& folder, log::LogOptions options) {
        std::filesystem::create_directories(folder);
        auto log = log::LogWriter::open(folder / "radio.mcap", options);
        EXPECT_TRUE(log) << log.error().text;
        return std::move(*log);
    }
    void write(log::ChannelId to, std::int64_t ns, const auto& message) {
        log_.write(to, SimTime::nanoseconds(ns), WallTime::nanoseconds(ns),
                   as_byte_view(message.SerializeAsString()));
    }

    log::LogWriter log_;
    log::ChannelId stations_, dsrc_, load_;
};

/// Returns a message that was on the air and has no receivers. The sequences of a sender begin with 1.
inline RadioTransmission make_message(std::uint32_t sender, std::uint64_t sequence, std::int64_t sent_ns,
                                      std::uint32_t type = 20, std::string_view hex = kBsmHex) {
    RadioTransmission message;
    message.set_sender(sender);
    message.set_sequence(sequence);
    message.set_medium(DSRC);
    message.set_type(type);
    message.set_payload(from_hex(hex));
    message.set_sent_ns(sent_ns);
    message.set_on_air(true);
    message.set_on_air_ns(sent_ns);
    message.set_airtime_ns(100'000);
    return message;
}

inline void add_receiver(RadioTransmission& message, std::uint32_t receiver,
                         RadioTransmission::Outcome outcome, std::int64_t delay_ns, double distance_m,
                         double power_dbm = 0) {
    message.add_receiver(receiver);
    message.add_outcome(outcome);
    message.add_delay_ns(delay_ns);
    message.add_distance_m(static_cast<float>(distance_m));
    message.add_power_dbm(static_cast<float>(power_dbm));
}

struct RadioRunSetup {
    std::uint32_t agents = 4;    // car0, car1, ...; the road-side unit "crossing" has the next number
    std::int64_t messages = 10;  // of each sender, one every 100 ms; MAPs are not counted
    std::uint64_t seed = 1;
    /// May change a message before it is written; `index` counts the messages of all senders from 0.
    std::function<void(std::size_t index, RadioTransmission&)> change = {};
    std::size_t late = 0;  // messages that car1's client saw 7 ms late
    log::LogOptions options = {};
};

/// Writes radio.mcap, and the client1.mcap of car1's client, into a folder.
class RadioRun {
  public:
    RadioRun(const std::filesystem::path& folder, RadioRunSetup setup)
        : folder_(folder), setup_(std::move(setup)) {
        std::filesystem::create_directories(folder);
        write_radio();
        write_client();
    }

  private:
    static constexpr std::int64_t kPeriod = 100'000'000, kHeartbeat = 5'000'000, kRange_m = 400;

    void write_radio() {
        RadioLogFile log(folder_, setup_.options);
        for (std::uint32_t i = 0; i < setup_.agents; ++i) log.station(i, fmt::format("car{}", i));
        log.station(setup_.agents, "crossing", RadioStation::ROAD_SIDE_UNIT);
        std::size_t index = 0;
        std::vector<std::uint64_t> sequences(setup_.agents + 1);
        const auto send = [&](std::uint32_t sender, std::int64_t sent, std::uint32_t type,
                              std::string_view hex) {
            auto message = make(sender, ++sequences[sender], sent, type, hex);
            if (setup_.change) setup_.change(index, message);
            log.message(sent, message);
            ++index;
        };
        for (std::int64_t round = 0; round < setup_.messages; ++round) {
            const std::int64_t start = round * kPeriod;
            for (std::uint32_t sender = 0; sender <= setup_.agents; ++sender) {
                const bool unit = sender == setup_.agents;
                const std::int64_t sent = start + (sender % 20) * kHeartbeat;
                send(sender, sent, unit ? 19 : 20, unit ? kSpatHex : kBsmHex);
                if (unit && round % 10 == 0) send(sender, sent, 18, kMapHex);
            }
            RadioLoad busy;
            busy.set_from_ns(start);
            busy.set_until_ns(start + kPeriod);
            for (std::uint32_t i = 0; i <= setup_.agents; ++i) {
                busy.add_station(i);
                busy.add_busy_ratio(static_cast<float>(
                    0.1 + 0.05 * Random(setup_.seed, 1000 + static_cast<std::uint64_t>(round)).uniform()));
            }
            log.load(start + kPeriod, busy);
        }
        log.close();
    }

    RadioTransmission make(std::uint32_t sender, std::uint64_t sequence, std::int64_t sent,
                           std::uint32_t type, std::string_view hex) {
        Random random(setup_.seed ^ (std::uint64_t{sender} << 32), sequence);
        auto message = make_message(sender, sequence, sent, type, hex);
        message.set_x_m(40.0 * sender + static_cast<double>(sent) * 1e-8);
        message.set_y_m(sender % 2 == 0 ? 0 : 3.5);
        message.set_z_m(1.5);
        message.set_on_air_ns(sent + 58'000 + static_cast<std::int64_t>(random.below(400'000)));
        message.set_airtime_ns(40'000 + static_cast<std::int64_t>(hex.size() / 2) * 8 * 167);
        const std::int64_t over = message.on_air_ns() + message.airtime_ns() - sent;
        for (std::uint32_t receiver = 0; receiver <= setup_.agents; ++receiver) {
            if (receiver == sender) continue;
            const double distance = 40.0 * std::abs(double(receiver) - double(sender));
            const double luck = random.uniform();
            auto outcome = RadioTransmission::DELIVERED;
            if (distance > kRange_m) {
                outcome = RadioTransmission::OUT_OF_RANGE;
            } else if (luck > 1 - 0.8 * distance / kRange_m) {
                outcome = random.chance(0.25) ? RadioTransmission::COLLISION : RadioTransmission::WEAK;
            }
            const bool heard = outcome == RadioTransmission::DELIVERED;
            add_receiver(message, receiver, outcome,
                         heard ? over + static_cast<std::int64_t>(distance * 3.336) : 0, distance,
                         20 - 47.9 - 20 * std::log10(std::max(1.0, distance)));
        }
        return message;
    }

    void write_client() {
        auto log = log::LogWriter::open(folder_ / "client1.mcap", setup_.options);
        ASSERT_TRUE(log) << log.error().text;
        const auto state = log->channel("/agents/car1", *AgentRecord::descriptor());
        log->write(state, SimTime{}, WallTime{}, as_byte_view(AgentRecord().SerializeAsString()));
        if (setup_.late > 0) {
            const auto late = log->channel("/agents/car1/radio_late", *RadioLate::descriptor());
            for (std::size_t i = 1; i <= setup_.late; ++i) {
                RadioLate one;
                one.set_sender(0);
                one.set_sequence(i);
                one.set_time_ns(static_cast<std::int64_t>(i - 1) * kPeriod + 1'000'000);
                one.set_seen_ns(one.time_ns() + 7'000'000);
                log->write(late, SimTime::nanoseconds(one.seen_ns()), WallTime{},
                           as_byte_view(one.SerializeAsString()));
            }
        }
        ASSERT_TRUE(log->close());
    }

    std::filesystem::path folder_;
    RadioRunSetup setup_;
};

/// A fixture that gives each test a folder of its own and removes it afterwards.
class RadioRuns : public ::testing::Test {
  protected:
    RadioRuns() {
        std::string pattern = (std::filesystem::temp_directory_path() / "synchrono_radio_XXXXXX").string();
        root_ = ::mkdtemp(pattern.data());
    }
    ~RadioRuns() override { std::filesystem::remove_all(root_); }

    std::filesystem::path make(const std::string& name, RadioRunSetup setup = {}) {
        RadioRun(root_ / name, std::move(setup));
        return root_ / name;
    }

    std::filesystem::path root_;
};

}  // namespace synchrono::testing
