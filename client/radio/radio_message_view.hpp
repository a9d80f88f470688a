/// The contents of a J2735 message in the form that pilots read: SI units, radians, the world frame, and a
/// plain "not known" in place of the standard's codes. pcp/synchrono_radio.h describes each member.
#pragma once

#include <string>
#include <vector>

#include "common/geo/geodetic.hpp"
#include "common/j2735/message_frame.hpp"
#include "common/time/sim_time.hpp"
#include "pcp/synchrono_radio.h"

namespace synchrono::client::radio {

/// One message. It owns everything that its structures point to, texts included, and cannot be copied,
/// since its members point at one another.
class RadioMessageView {
  public:
    RadioMessageView() = default;
    RadioMessageView(const RadioMessageView&) = delete;
    RadioMessageView& operator=(const RadioMessageView&) = delete;

    /// Fills the view from `message`, which was sent around `sent`. That time is needed because messages
    /// contain their times only within a minute, an hour or a year.
    void assign(const j2735::Message& message, const geo::WorldFrame& world, SimTime sent);
    void clear();

    const SynBasicSafety* basic_safety() const { return has_basic_safety_ ? &basic_safety_ : nullptr; }
    const std::vector<SynSignals>& signals() const { return signals_; }
    const std::vector<SynIntersection>& intersections() const { return intersections_; }

  private:
    void fill(const j2735::BasicSafetyMessage& message, const geo::WorldFrame& world, SimTime sent);
    void fill(const j2735::VehicleSafetyExtensions& extensions, const geo::WorldFrame& world,
              geo::Geodetic anchor);
    void fill(const j2735::Spat& message, SimTime sent);
    void fill(const j2735::MapData& message, const geo::WorldFrame& world);
    void fill(const j2735::IntersectionGeometry& geometry, const geo::WorldFrame& world);

    bool has_basic_safety_ = false;
    SynBasicSafety basic_safety_{};
    std::vector<SynCrumb> crumbs_;
    std::vector<SynSignals> signals_;
    std::vector<SynSignalGroup> groups_;
    std::vector<SynIntersection> intersections_;
    std::vector<SynLane> lanes_;
    std::vector<SynVec3> nodes_;
    std::vector<SynConnection> connections_;
    std::string names_;  // of intersections and lanes, in their order, each with its terminating zero
};

}  // namespace synchrono::client::radio
