#include "client/pilot/safe_pilot.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace synchrono::client::pilot {
namespace {

/// Returns why these controls cannot be applied; empty if they can.
std::string objection_to(const body::Controls& controls, std::span<const body::ControlRange> ranges) {
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const auto& [name, low, high] = ranges[i];
        if (!std::isfinite(controls[i])) return fmt::format("{} is not a number", name);
        if (controls[i] < low || controls[i] > high)
            return fmt::format("{} is {}, outside {} to {}", name, controls[i], low, high);
    }
    return {};
}

}  // namespace

SafePilot::SafePilot(std::unique_ptr<PilotHost> host, const kind::BodyKind& kind, std::string who,
                     PilotNotes note)
    : host_(std::move(host)), who_(std::move(who)), note_(std::move(note)), kind_(kind) {}

SafePilot::SafePilot(const kind::BodyKind& kind, std::string_view why, const PilotNotes& note)
    : kind_(kind), fault_(fmt::format("{}; {}", why, kind.safe_stop_text())) {
    if (note) note(PilotNote::error, fault_);
}

void SafePilot::begin_step(const Perception& perception) {
    now_ = perception.now;
    if (fault_.empty()) host_->begin_step(perception);
}

std::optional<PilotAnswer> SafePilot::finish_step() {
    std::optional<PilotAnswer> answer = fault_.empty() ? host_->finish_step() : std::nullopt;
    if (fault_.empty()) {
        const std::string_view fault = host_->fault();
        if (fault.empty() && !answer) return answer;
        const std::span<const body::ControlRange> ranges = kind_.controls();
        const std::string why = fault.empty() ? objection_to(answer->controls, ranges) : std::string(fault);
        if (why.empty()) {
            // A host may set more controls than this kind has; the surplus is cleared.
            std::fill(answer->controls.values.begin() + ranges.size(), answer->controls.values.end(), 0.0);
            last_ = answer->controls;
            return answer;
        }
        fault_ =
            fmt::format("{} failed at {} s: {}; {}", who_, now_.to_seconds(), why, kind_.safe_stop_text());
        if (note_) note_(PilotNote::error, fault_);
    }
    PilotAnswer stop{.controls = kind_.safe_stop(last_), .valid_from = now_};
    if (answer) stop.messages = answer->messages;  // the pilot sent them before it failed
    answer = stop;
    return answer;
}

}  // namespace synchrono::client::pilot
