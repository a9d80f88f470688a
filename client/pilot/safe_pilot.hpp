/// The safe stop: SafePilot wraps any host and lets only valid controls pass. A pilot has failed for good if
/// its host has a fault, or if the pilot answers with a control that is not finite or out of its range. A
/// failed pilot gets no further steps. From then on the body gets the controls that its kind has for a safe
/// stop, and one line of text says why.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "client/kind/body_kind.hpp"
#include "client/pilot/pilot_host.hpp"

namespace synchrono::client::pilot {

/// Wraps the host of one pilot.
/// Threading: one thread.  Owns: the host; borrows: the kind of the agent's body.
class SafePilot final : public PilotHost {
  public:
    /// `who` names agent and pilot for the line about a failure: "agent 'car7': pilot 'my_pilot'".
    SafePilot(std::unique_ptr<PilotHost> host, const kind::BodyKind& kind, std::string who, PilotNotes note);
    /// Stands in for a pilot that could not be created, and stops the body at once. `why` is the full reason,
    /// with the names of agent and pilot.
    SafePilot(const kind::BodyKind& kind, std::string_view why, const PilotNotes& note);

    void begin_step(const Perception& perception) override;
    std::optional<PilotAnswer> finish_step() override;
    std::string_view fault() const override { return fault_; }

  private:
    std::unique_ptr<PilotHost> host_;  // null: the pilot could not be created
    std::string who_;
    PilotNotes note_;
    const kind::BodyKind& kind_;
    SimTime now_;          // when the last step began
    body::Controls last_;  // of the last good answer
    std::string fault_;
};

}  // namespace synchrono::client::pilot
