/// The safe stop: a guard around any host that never gives away an unsafe control. A pilot whose host reports
/// a fault, or that answers with a number that is not finite or out of its range, has failed for good. It is
/// not asked again; from then on the vehicle brakes fully with the steering kept as it was last, and one line
/// says why.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "client/pilot/pilot_host.hpp"

namespace synchrono::client {

/// Threading: one thread.  Owns: the host.
class SafePilot final : public PilotHost {
  public:
    /// `who` names agent and pilot in that line: "agent 'car7': pilot 'my_pilot'".
    SafePilot(std::unique_ptr<PilotHost> host, std::string who, PilotNotes note);
    /// Stands in for a pilot that could not be had; `why` is the whole reason, with the names.
    SafePilot(std::string_view why, const PilotNotes& note);

    void begin(const Perception& perception) override;
    std::optional<PilotAnswer> finish() override;
    std::string_view fault() const override { return fault_; }

  private:
    std::unique_ptr<PilotHost> host_;  // null: the pilot could not be had
    std::string who_;
    PilotNotes note_;
    SimTime now_;          // when the turn began
    double steering_ = 0;  // of the last answer that was good
    std::string fault_;
};

}  // namespace synchrono::client
