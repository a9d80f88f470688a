#include "client/radio/applet.hpp"

#include <cstdio>
#include <cstring>
#include <exception>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"
#include "common/j2735/codec.hpp"

namespace synchrono::client {
namespace {

void tell(char* error, std::uint32_t error_bytes, std::string_view text) {
    if (error != nullptr && error_bytes > 0)
        std::snprintf(error, error_bytes, "%.*s", static_cast<int>(text.size()), text.data());
}

SynMessage to_c(const Delivery& delivery, std::uint32_t index) {
    const Frame& frame = *delivery.frame;
    return {
        .index = index,
        .medium = static_cast<std::int32_t>(delivery.medium),
        .received_ns = delivery.time.count_ns(),
        .power_dbm = delivery.power_dbm != 0 ? delivery.power_dbm : std::numeric_limits<double>::quiet_NaN(),
        .type = frame.type,
        .bytes_count = static_cast<std::uint32_t>(frame.payload.size()),
        .bytes = reinterpret_cast<const std::uint8_t*>(frame.payload.data()),
        .problem = frame.problem.c_str(),
        .basic_safety = frame.view.basic_safety(),
        .signals = frame.view.signals().data(),
        .intersections = frame.view.intersections().data(),
        .signals_count = static_cast<std::uint32_t>(frame.view.signals().size()),
        .intersections_count = static_cast<std::uint32_t>(frame.view.intersections().size())};
}

}  // namespace

Applet::Applet(const AppletSetup& setup)
    : scenario_(setup.scenario),
      spec_(setup.scenario.agents.at(setup.agent.value)),
      world_(setup.scenario.origin),
      counters_(setup.counters),
      note_(setup.note) {
    SYN_REQUIRE(scenario_.radio && spec_.radio && !scenario_.radio->channels.empty());
    if (scenario_.radio->basic_safety) {
        basic_safety_.emplace(*scenario_.radio->basic_safety, scenario_.vehicle_of(spec_), world_,
                              scenario_.seed, spec_.id);
        if (scenario_.radio->basic_safety->state == config::BasicSafety::State::sensed)
            sensed_.emplace(config::figures(scenario_.vehicle_of(spec_)));
    }
    radio_.struct_size = sizeof radio_;
    for (const auto& [medium, channel] : scenario_.radio->channels)
        radio_.media |= 1U << static_cast<unsigned>(medium);
    radio_.context = this;
    radio_.json = json_of;
    radio_.send = send;
    radio_.send_json = send_json;
    radio_.to_earth = to_earth;
    radio_.to_world = to_world;
}

void Applet::deliver(Delivery delivery) {
    SYN_REQUIRE(delivery.frame);
    if (!inbox_.put(std::move(delivery))) counters_.add(RadioCounter::shed);
}

void Applet::come_back() {
    inbox_.clear();
    if (sensed_) sensed_.emplace(config::figures(scenario_.vehicle_of(spec_)));
}

void Applet::step(SimTime now, const VehicleMotion& motion, const SynSensors* news, bool hears) {
    SYN_REQUIRE(!now_ || now > *now_);
    now_ = now;
    outgoing_count_ = 0;
    if (sensed_) {
        SYN_REQUIRE(news != nullptr);
        basic_safety_due_ =
            basic_safety_->step(now, scenario_.heartbeat, motion, sensed_->step(now, motion, *news));
    } else if (basic_safety_) {
        basic_safety_due_ = basic_safety_->step(now, scenario_.heartbeat, motion);
    }
    stepping_ = true;
    late_ = 0;
    if (hears) hear(now);
}

void Applet::hear(SimTime now) {
    heard_.clear();
    inbox_.take(now, heard_);
    if (heard_at_) {
        while (late_ < heard_.size() && heard_[late_].time <= *heard_at_) ++late_;
    }
    heard_at_ = now;
    counters_.add(RadioCounter::heard, heard_.size());
    counters_.add(RadioCounter::late, late_);
    for (const Delivery& delivery : heard_) {
        if (!neighbours_.hear(delivery)) counters_.add(RadioCounter::neighbours_shed);
    }
    neighbours_.forget_silent(now);
    show();
}

void Applet::show() {
    messages_.clear();
    for (const Delivery& delivery : heard_)
        messages_.push_back(to_c(delivery, static_cast<std::uint32_t>(messages_.size())));
    radio_.messages = messages_.data();
    radio_.messages_count = static_cast<std::uint32_t>(messages_.size());
    radio_.neighbours = neighbours_.list().data();
    radio_.neighbours_count = static_cast<std::uint32_t>(neighbours_.list().size());
    if (basic_safety_) {
        radio_.has_temporary_id = 1;
        radio_.temporary_id = basic_safety_->temporary_id(*now_);
    }
}

std::span<const Applet::Outgoing> Applet::finish() {
    SYN_REQUIRE(stepping_);
    stepping_ = false;
    if (basic_safety_due_) {
        Outgoing& out = add_outgoing(*basic_safety_due_, scenario_.radio->channels.begin()->first);
        const bool encoded = j2735::encode(basic_safety_->message(), out.payload).has_value();
        SYN_ENSURE(encoded);  // every field is kept in its range
        counters_.add(RadioCounter::basic_safety_sent);
        basic_safety_due_.reset();
    }
    return {outgoing_.data(), outgoing_count_};
}

Applet::Outgoing& Applet::add_outgoing(SimTime time, config::Medium medium) {
    if (outgoing_count_ == outgoing_.size()) outgoing_.emplace_back();
    Outgoing& out = outgoing_[outgoing_count_++];
    out.time = time;
    out.medium = medium;
    return out;
}

std::optional<config::Medium> Applet::medium_of(std::int32_t code) const {
    const auto& channels = scenario_.radio->channels;
    if (code == SYN_MEDIUM_DEFAULT) return channels.begin()->first;
    if (code < SYN_MEDIUM_DSRC || code > SYN_MEDIUM_LIGHT) return {};
    const auto medium = static_cast<config::Medium>(code);
    return channels.contains(medium) ? std::optional(medium) : std::nullopt;
}

std::int32_t Applet::refuse(std::int32_t code, std::string_view why) {
    counters_.add(RadioCounter::pilot_refused);
    if (note_) {
        note_(fmt::format("agent '{}': a message of its pilot was not sent: {}; later ones are counted only",
                          spec_.name, why));
        note_ = nullptr;
    }
    return code;
}

std::int32_t Applet::admit(std::int32_t medium_code) {
    if (!stepping_) return refuse(SYN_SEND_NOT_NOW, "it came outside the pilot's step");
    if (!medium_of(medium_code)) return refuse(SYN_SEND_NO_MEDIUM, "the scenario has no such medium");
    if (outgoing_count_ == limits::kRadioSendsPerStepMax) {
        return refuse(SYN_SEND_TOO_MANY,
                      fmt::format("more than {} in one step", limits::kRadioSendsPerStepMax));
    }
    return SYN_SENT;
}

const char* Applet::json_of(void* context, std::uint32_t index) {
    const Applet& self = *static_cast<Applet*>(context);
    if (index >= self.heard_.size() || self.heard_[index].frame->type == 0) return nullptr;
    try {
        return self.heard_[index].frame.json().c_str();
    } catch (const std::exception&) {
        return nullptr;  // nothing is thrown across the C interface
    }
}

std::int32_t Applet::send(void* context, std::int32_t medium, const void* bytes, std::uint32_t count) {
    Applet& self = *static_cast<Applet*>(context);
    try {
        if (const std::int32_t code = self.admit(medium); code != SYN_SENT) return code;
        if (bytes == nullptr || count == 0) return self.refuse(SYN_SEND_UNREADABLE, "it has no octets");
        if (count > limits::kRadioPayloadBytesMax) {
            return self.refuse(SYN_SEND_TOO_LONG, fmt::format("it has {} octets, more than {}", count,
                                                              limits::kRadioPayloadBytesMax));
        }
        Outgoing& out = self.add_outgoing(*self.now_, *self.medium_of(medium));
        const auto* first = static_cast<const std::byte*>(bytes);
        out.payload.assign(first, first + count);
        self.counters_.add(RadioCounter::pilot_sent);
        return SYN_SENT;
    } catch (const std::exception&) {
        return SYN_SEND_UNREADABLE;
    }
}

std::int32_t Applet::send_json(void* context, std::int32_t medium, const char* text, char* error,
                               std::uint32_t error_bytes) {
    Applet& self = *static_cast<Applet*>(context);
    tell(error, error_bytes, "");
    try {
        if (const std::int32_t code = self.admit(medium); code != SYN_SENT) return code;
        if (text == nullptr) return self.refuse(SYN_SEND_UNREADABLE, "it has no text");
        const std::size_t length = strnlen(text, limits::kRadioTextBytesMax + 1);
        if (length > limits::kRadioTextBytesMax) {
            return self.refuse(SYN_SEND_TOO_LONG,
                               fmt::format("its text is longer than {}", limits::kRadioTextBytesMax));
        }
        const auto unreadable = [&](const std::string& why) {
            tell(error, error_bytes, why);
            return self.refuse(SYN_SEND_UNREADABLE, why);
        };
        const auto frame = j2735::from_json({text, length});
        if (!frame) return unreadable(frame.error().text);
        Outgoing& out = self.add_outgoing(*self.now_, *self.medium_of(medium));
        const auto encoded = j2735::encode(*frame, out.payload);
        if (!encoded || out.payload.size() > limits::kRadioPayloadBytesMax) {
            --self.outgoing_count_;
            if (!encoded) return unreadable(encoded.error().text);
            return self.refuse(SYN_SEND_TOO_LONG,
                               fmt::format("it has {} octets, more than {}", out.payload.size(),
                                           limits::kRadioPayloadBytesMax));
        }
        self.counters_.add(RadioCounter::pilot_sent);
        return SYN_SENT;
    } catch (const std::exception& e) {
        tell(error, error_bytes, e.what());
        return SYN_SEND_UNREADABLE;
    }
}

void Applet::to_earth(void* context, SynVec3 place, double* latitude_deg, double* longitude_deg,
                      double* elevation_m) {
    const geo::Geodetic g = static_cast<Applet*>(context)->world_.to_earth({place.x, place.y, place.z});
    if (latitude_deg != nullptr) *latitude_deg = g.latitude_deg;
    if (longitude_deg != nullptr) *longitude_deg = g.longitude_deg;
    if (elevation_m != nullptr) *elevation_m = g.elevation_m;
}

SynVec3 Applet::to_world(void* context, double latitude_deg, double longitude_deg, double elevation_m) {
    const geo::Vec3 p =
        static_cast<Applet*>(context)->world_.to_world({latitude_deg, longitude_deg, elevation_m});
    return {p.x, p.y, p.z};
}

}  // namespace synchrono::client
