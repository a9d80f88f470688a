#include "comm_server/road_side_unit.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "common/base/contract.hpp"
#include "common/j2735/codec.hpp"
#include "common/signal/map_message.hpp"
#include "common/time/calendar.hpp"

namespace synchrono::comm_server {

namespace {

constexpr SimDuration kMapPeriod = SimDuration::seconds(1), kSpatPeriod = SimDuration::milliseconds(100);
constexpr SimDuration kTenth = SimDuration::milliseconds(100), kHour = SimDuration::seconds(3600);
constexpr std::uint16_t kUnknownTimeMark = 36'001;

/// Returns `time` modulo `period`; never negative.
SimDuration modulo(SimTime time, SimDuration period) {
    const SimDuration rest = time.since_start() % period;
    return rest < SimDuration{} ? rest + period : rest;
}

/// Returns the first time, not before `time`, that lies `offset` after the beginning of a period.
SimTime next(SimTime time, SimDuration offset, SimDuration period) {
    const SimDuration past = modulo(time - offset, period);
    return past == SimDuration{} ? time : time + (period - past);
}

/// Returns the time as a TimeMark of J2735, in tenths of a second since the full hour. Returns no value for a
/// time that is an hour or more away, or before the run.
std::optional<std::uint16_t> mark_of(std::optional<SimTime> time, SimTime now) {
    if (!time || *time < SimTime{} || *time - now >= kHour || now - *time >= kHour) return std::nullopt;
    return calendar::tenth_of_hour(*time);
}

/// Returns the times of a signal, rounded so that its state never ends before min_end_time or after
/// max_end_time.
j2735::TimeChangeDetails details_of(const signal::GroupSignal& signal, SimTime now) {
    j2735::TimeChangeDetails details;
    details.start_time = mark_of(signal.since, now);
    // The state still lasts, so its end cannot be before now.
    const auto not_over = [now](std::optional<SimTime> time) { return time ? std::max(*time, now) : time; };
    details.min_end_time = mark_of(not_over(signal.min_end), now).value_or(kUnknownTimeMark);
    if (signal.max_end) {
        details.max_end_time = mark_of(*signal.max_end + (kTenth - SimDuration::nanoseconds(1)), now);
    }
    details.likely_time = mark_of(not_over(signal.likely_end), now);
    details.next_time = mark_of(signal.next, now);
    return details;
}

j2735::Spat first_spat(const config::Intersection& intersection) {
    j2735::Spat spat;
    j2735::IntersectionState& state = spat.intersections.emplace_back();
    state.id = signal::id_of(intersection);
    const bool fixed = std::holds_alternative<config::FixedProgramme>(intersection.signals->programme);
    state.status.set(fixed ? j2735::IntersectionStatusObject::kFixedTimeOperation
                           : j2735::IntersectionStatusObject::kTrafficDependentOperation);
    state.revision = 127;  // the first message finds a change and sends 0
    for (const config::SignalGroupId group : intersection.signals->groups) {
        j2735::MovementState& movement = state.states.emplace_back();
        movement.signal_group = group;
        movement.state_time_speed.emplace_back();
    }
    return spat;
}

}  // namespace

Result<RoadSideUnit> RoadSideUnit::make(const config::RoadSideUnit& unit,
                                        const config::Intersection& intersection,
                                        const geo::WorldFrame& frame) {
    const auto problem = [&](std::string_view what) {
        return fail(
            fmt::format("road-side unit {}: intersection {}: {}", unit.name, intersection.name, what));
    };
    if (std::isnan(frame.to_earth(intersection.position).latitude_deg))
        return problem("it is too far from the world's origin to have a place on earth");
    RoadSideUnit made;
    made.id_ = unit.id;
    const j2735::MessageFrame map{.value = signal::map_of(intersection, frame)};
    if (const auto encoded = j2735::encode(map, made.map_); !encoded) return problem(encoded.error().text);
    // 7 and 100 have no common factor, so a hundred units with consecutive ids send at a hundred different
    // milliseconds.
    const auto slot = SimDuration::milliseconds(unit.id.value * 7L % 100);
    made.spat_offset_ = slot;
    made.map_offset_ = kTenth * (unit.id.value % 10) + (slot + SimDuration::milliseconds(50)) % kTenth;
    if (intersection.signals) {
        made.has_signals_ = true;
        made.spat_.value = first_spat(intersection);
    }
    return made;
}

void RoadSideUnit::add_signals_report(SimTime time, std::span<const signal::GroupSignal> groups) {
    SYN_REQUIRE(has_signals_ && time >= until_);
    SYN_REQUIRE(report_count_ == 0 || time >= reports_[report_count_ - 1].time);
    if (report_count_ == reports_.size()) reports_.emplace_back();
    Report& report = reports_[report_count_++];
    report.time = time;
    report.groups.assign(groups.begin(), groups.end());
}

void RoadSideUnit::forget_signals() {
    signals_.clear();
    report_count_ = 0;
}

void RoadSideUnit::apply_reports(SimTime now) {
    std::size_t applied = 0;
    for (; applied < report_count_ && reports_[applied].time <= now; ++applied)
        std::swap(signals_, reports_[applied].groups);
    const auto first = reports_.begin(), next = first + static_cast<std::ptrdiff_t>(applied);
    std::rotate(first, next, first + static_cast<std::ptrdiff_t>(report_count_));
    report_count_ -= applied;
}

std::span<const DueMessage> RoadSideUnit::advance(SimTime from, SimTime until) {
    SYN_REQUIRE(from >= until_ && until > from);
    until_ = until;
    due_count_ = 0;
    SimTime map = next(from, map_offset_, kMapPeriod);
    SimTime spat = has_signals_ ? next(from, spat_offset_, kSpatPeriod) : until;
    while (std::min(map, spat) < until) {
        if (spat < map) {
            apply_reports(spat);
            if (!signals_.empty()) add_spat(spat);
            spat = spat + kSpatPeriod;
        } else {
            add(map).payload.assign(map_.begin(), map_.end());
            map = map + kMapPeriod;
        }
    }
    return {due_.data(), due_count_};
}

/// Adds a message to those that are due. The entries of due_ and their memory are reused.
DueMessage& RoadSideUnit::add(SimTime time) {
    if (due_count_ == due_.size()) due_.emplace_back();
    DueMessage& message = due_[due_count_++];
    message.time = time;
    return message;
}

void RoadSideUnit::add_spat(SimTime now) {
    auto& spat = std::get<j2735::Spat>(spat_.value);
    j2735::IntersectionState& state = spat.intersections.front();
    spat.time_stamp = state.moy = calendar::minute_of_year(now);
    state.time_stamp = calendar::millisecond_of_minute(now);
    bool changed = false;
    for (std::size_t i = 0; i < signals_.size(); ++i) {
        j2735::MovementEvent& event = state.states[i].state_time_speed.front();
        const auto shows = static_cast<j2735::MovementPhaseState>(signals_[i].state);
        const j2735::TimeChangeDetails details = details_of(signals_[i], now);
        if (event.event_state == shows && event.timing == details) continue;
        event.event_state = shows;
        event.timing = details;
        changed = true;
    }
    // The revision counts changes of the signals, not those of the message's time stamps.
    if (changed) state.revision = static_cast<std::uint8_t>((state.revision + 1) % 128);
    const auto encoded = j2735::encode(spat_, add(now).payload);
    SYN_ENSURE(encoded);
}

}  // namespace synchrono::comm_server
