#include "comm_server/radio_log.hpp"

#include <fmt/format.h>
#include <protozero/pbf_writer.hpp>

#include "comm_server/faults/alter.hpp"
#include "common/base/limits.hpp"
#include "proto/radio.pb.h"

namespace synchrono::comm_server {
namespace {

constexpr std::size_t kRingBytes = 4 << 20;
// The longest record of a message: 22 bytes for each receiver, the altered payloads, and the rest.
constexpr std::size_t kLifeBytesMax = limits::kRadioStationsMax * 22 + limits::kRadioAlteredBytesMax + 4'096;
static_assert(kLifeBytesMax <= log::kLogPayloadBytesMax, "the longest record of a message fits into the log");
static_assert(2 * kLifeBytesMax + 128 <= kRingBytes, "two of them fit into the ring");
constexpr SimDuration kFlushEvery = SimDuration::seconds(1);  // of simulated time

}  // namespace

Result<std::unique_ptr<RadioLog>> RadioLog::open(const std::filesystem::path& folder,
                                                 const config::Scenario& scenario) {
    auto log = log::RunLog::open(folder / "radio.mcap",
                                 {.file = {}, .ring_bytes = kRingBytes, .flush_every = std::nullopt});
    if (!log) return tl::unexpected(log.error());
    (*log)->metadata("run", {{"program", "synchrono-comm-server"},
                             {"name", "radio"},
                             {"version", SYNCHRONO_VERSION},
                             {"scenario", scenario.name},
                             {"scenario_id", config::scenario_id(scenario).to_hex()},
                             {"seed", std::to_string(scenario.seed)}});
    return std::unique_ptr<RadioLog>(new RadioLog(std::move(*log)));
}

RadioLog::RadioLog(std::unique_ptr<log::RunLog> log) : log_(std::move(log)) {}

log::ChannelId RadioLog::topic(const std::string& name, const google::protobuf::Descriptor& type) {
    const auto known = topics_.find(name);
    if (known != topics_.end()) return known->second;
    return topics_.emplace(name, log_->channel(name, type)).first->second;
}

void RadioLog::write(log::ChannelId topic, SimTime time) {
    // Wall time must not get into this log, so simulated time stands in its place.
    log_->write(topic, time, WallTime::nanoseconds(time.count_ns()), as_byte_view(record_));
}

void RadioLog::on_station(const RadioStation& station, SimTime time) {
    record_ = station.SerializeAsString();
    write(topic("/radio/stations", *RadioStation::descriptor()), time);
}

void RadioLog::on_settled(const Settled& settled) {
    const RadioMessage& message = settled.message;
    const channel::FinishedTransmission& aired = settled.aired;
    record_.clear();
    {
        protozero::pbf_writer record(record_);
        record.add_uint32(RadioTransmission::kSenderFieldNumber, message.sender.value);
        record.add_uint64(RadioTransmission::kSequenceFieldNumber, message.sequence);
        record.add_enum(RadioTransmission::kMediumFieldNumber, static_cast<std::int32_t>(message.medium));
        record.add_uint32(RadioTransmission::kTypeFieldNumber, faults::message_type(message.payload));
        record.add_bytes(RadioTransmission::kPayloadFieldNumber,
                         reinterpret_cast<const char*>(message.payload.data()), message.payload.size());
        record.add_int64(RadioTransmission::kSentNsFieldNumber, message.time.count_ns());
        record.add_double(RadioTransmission::kXMFieldNumber, aired.position.x);
        record.add_double(RadioTransmission::kYMFieldNumber, aired.position.y);
        record.add_double(RadioTransmission::kZMFieldNumber, aired.position.z);
        if (aired.not_sent) {
            record.add_enum(RadioTransmission::kNotSentFieldNumber,
                            static_cast<std::int32_t>(*aired.not_sent));
        } else {
            record.add_bool(RadioTransmission::kOnAirFieldNumber, true);
            record.add_int64(RadioTransmission::kOnAirNsFieldNumber, aired.on_air.count_ns());
            record.add_int64(RadioTransmission::kAirtimeNsFieldNumber, aired.airtime.count_ns());
        }
        {
            protozero::packed_field_uint32 receivers(record, RadioTransmission::kReceiverFieldNumber);
            for (const FinalFate& f : settled.fates) receivers.add_element(f.fate.receiver.value);
        }
        {
            protozero::packed_field_enum outcomes(record, RadioTransmission::kOutcomeFieldNumber);
            for (const FinalFate& f : settled.fates)
                outcomes.add_element(static_cast<std::int32_t>(f.fate.outcome));
        }
        {
            protozero::packed_field_int64 delays(record, RadioTransmission::kDelayNsFieldNumber);
            for (const FinalFate& f : settled.fates)
                delays.add_element(
                    channel::has_arrived(f.fate.outcome) ? (f.fate.delivered - message.time).count_ns() : 0);
        }
        {
            // The size is known but not passed on: protozero does not let another field begin after a packed
            // field of known size.
            protozero::packed_field_float distances(record, RadioTransmission::kDistanceMFieldNumber);
            for (const FinalFate& f : settled.fates) distances.add_element(f.fate.distance_m);
        }
        {
            protozero::packed_field_float powers(record, RadioTransmission::kPowerDbmFieldNumber);
            for (const FinalFate& f : settled.fates) powers.add_element(f.fate.power_dbm);
        }
        std::size_t altered_bytes = 0;
        std::uint32_t left_out = 0;
        for (const FinalFate& f : settled.fates) {
            if (f.altered.empty()) continue;
            altered_bytes += f.altered.size() + 16;
            if (altered_bytes > limits::kRadioAlteredBytesMax) {
                ++left_out;
                continue;
            }
            protozero::pbf_writer altered(record, RadioTransmission::kAlteredFieldNumber);
            altered.add_uint32(AlteredPayload::kReceiverFieldNumber, f.fate.receiver.value);
            altered.add_bytes(AlteredPayload::kPayloadFieldNumber,
                              reinterpret_cast<const char*>(f.altered.data()), f.altered.size());
        }
        if (left_out > 0) record.add_uint32(RadioTransmission::kAlteredLeftOutFieldNumber, left_out);
    }
    auto at = messages_.find(message.medium);
    if (at == messages_.end()) {
        at = messages_
                 .emplace(message.medium, topic(fmt::format("/radio/{}", config::to_text(message.medium)),
                                                *RadioTransmission::descriptor()))
                 .first;
    }
    write(at->second, message.time);
}

void RadioLog::on_load(config::Medium medium, SimTime from, SimTime until,
                       std::span<const std::pair<AgentId, float>> busy_ratios) {
    RadioLoad load;
    load.set_from_ns(from.count_ns());
    load.set_until_ns(until.count_ns());
    for (const auto& [station, ratio] : busy_ratios) {
        load.add_station(station.value);
        load.add_busy_ratio(ratio);
    }
    record_ = load.SerializeAsString();
    write(topic(fmt::format("/radio/{}/load", config::to_text(medium)), *RadioLoad::descriptor()), until);
}

void RadioLog::on_routed(SimTime until) {
    if (until - flushed_ < kFlushEvery) return;
    flushed_ = until;
    log_->flush();
}

}  // namespace synchrono::comm_server
