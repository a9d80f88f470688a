#include "client/radio/applet.hpp"

#include <fmt/format.h>
#include <limits>
#include <utility>

#include "client/kind/kind_registry.hpp"
#include "common/base/contract.hpp"
#include "common/base/limits.hpp"
#include "common/j2735/codec.hpp"

namespace synchrono::client::radio {
namespace {

SynMessage to_c(const Delivery& delivery, std::uint32_t index) {
    const RadioMessage& decoded = *delivery.message;
    return {
        .index = index,
        .medium = static_cast<std::int32_t>(delivery.medium),
        .received_ns = delivery.time.count_ns(),
        .power_dbm = delivery.power_dbm != 0 ? delivery.power_dbm : std::numeric_limits<double>::quiet_NaN(),
        .type = decoded.type,
        .bytes_count = static_cast<std::uint32_t>(decoded.payload.size()),
        .bytes = reinterpret_cast<const std::uint8_t*>(decoded.payload.data()),
        .problem = decoded.problem.c_str(),
        .basic_safety = decoded.view.basic_safety(),
        .signals = decoded.view.signals().data(),
        .intersections = decoded.view.intersections().data(),
        .signals_count = static_cast<std::uint32_t>(decoded.view.signals().size()),
        .intersections_count = static_cast<std::uint32_t>(decoded.view.intersections().size())};
}

}  // namespace

Applet::Applet(const AppletSetup& setup)
    : scenario_(setup.scenario),
      spec_(setup.scenario.agents.at(setup.agent.value)),
      counters_(setup.counters),
      note_(setup.note) {
    SYN_REQUIRE(scenario_.radio && spec_.radio && !scenario_.radio->channels.empty());
    const config::VehicleSpec* const vehicle = kind::as_vehicle(scenario_, spec_);
    if (scenario_.radio->basic_safety && vehicle != nullptr) {
        basic_safety_.emplace(*scenario_.radio->basic_safety, *vehicle, geo::WorldFrame(scenario_.origin),
                              scenario_.seed, spec_.id);
        if (scenario_.radio->basic_safety->state == config::BasicSafety::State::sensed)
            sensed_.emplace(config::figures(*vehicle));
    }
    for (const auto& [medium, channel] : scenario_.radio->channels)
        perception_.media |= 1U << static_cast<unsigned>(medium);
}

void Applet::deliver(Delivery delivery) {
    SYN_REQUIRE(delivery.message);
    if (!inbox_.put(std::move(delivery))) counters_.add(RadioCounter::shed);
}

void Applet::come_back() {
    inbox_.clear();
    if (sensed_) sensed_.emplace(config::figures(*kind::as_vehicle(scenario_, spec_)));
}

void Applet::step(SimTime now, const body::BodyMotion& motion, const SynSensors* new_samples, bool hears) {
    SYN_REQUIRE(!now_ || now > *now_);
    now_ = now;
    outgoing_count_ = 0;
    if (sensed_) {
        SYN_REQUIRE(new_samples != nullptr);
        basic_safety_due_ =
            basic_safety_->step(now, scenario_.heartbeat, motion, sensed_->step(now, motion, *new_samples));
    } else if (basic_safety_) {
        basic_safety_due_ = basic_safety_->step(now, scenario_.heartbeat, motion);
    }
    stepping_ = true;
    late_ = 0;
    if (hears) receive(now);
}

void Applet::receive(SimTime now) {
    heard_.clear();
    inbox_.take(now, heard_);
    if (heard_at_) {
        while (late_ < heard_.size() && heard_[late_].time <= *heard_at_) ++late_;
    }
    heard_at_ = now;
    counters_.add(RadioCounter::heard, heard_.size());
    counters_.add(RadioCounter::late, late_);
    for (const Delivery& delivery : heard_) {
        if (!neighbours_.add(delivery)) counters_.add(RadioCounter::neighbours_shed);
    }
    neighbours_.forget_silent(now);
    update_perception();
}

void Applet::update_perception() {
    messages_.clear();
    for (const Delivery& delivery : heard_)
        messages_.push_back(to_c(delivery, static_cast<std::uint32_t>(messages_.size())));
    perception_.messages = messages_;
    perception_.neighbours = neighbours_.list();
    if (basic_safety_) perception_.temporary_id = basic_safety_->temporary_id(*now_);
}

void Applet::post(const Posted& posted) {
    SYN_REQUIRE(stepping_ && posted.messages.size() <= limits::kRadioSendsPerStepMax);
    for (const PilotMessage& message : posted.messages) {
        SYN_REQUIRE(scenario_.radio->channels.contains(message.medium));
        SYN_REQUIRE(!message.payload.empty() && message.payload.size() <= limits::kRadioPayloadBytesMax);
        add_transmission(*now_, message.medium)
            .payload.assign(message.payload.begin(), message.payload.end());
    }
    counters_.add(RadioCounter::pilot_sent, posted.messages.size());
    if (posted.refused == 0) return;
    counters_.add(RadioCounter::pilot_refused, posted.refused);
    if (!note_) return;
    note_(fmt::format(
        "agent '{}': a radio message of its pilot was refused: {}; further refusals are only counted",
        spec_.name, posted.refusal));
    note_ = nullptr;
}

std::span<const Applet::Transmission> Applet::finish() {
    SYN_REQUIRE(stepping_);
    stepping_ = false;
    if (basic_safety_due_) {
        Transmission& out = add_transmission(*basic_safety_due_, scenario_.radio->channels.begin()->first);
        const bool encoded = j2735::encode(basic_safety_->message(), out.payload).has_value();
        SYN_ENSURE(encoded);  // cannot fail: every field is kept in its range
        counters_.add(RadioCounter::basic_safety_sent);
        basic_safety_due_.reset();
    }
    return {outgoing_.data(), outgoing_count_};
}

Applet::Transmission& Applet::add_transmission(SimTime time, config::Medium medium) {
    if (outgoing_count_ == outgoing_.size()) outgoing_.emplace_back();
    Transmission& out = outgoing_[outgoing_count_++];
    out.time = time;
    out.medium = medium;
    return out;
}

}  // namespace synchrono::client::radio
