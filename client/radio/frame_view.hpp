/// What a J2735 message says, as pilots want to read it: SI units, radians, the world frame, and plain "not
/// known" where the standard has a code for it. pcp/synchrono_radio.h tells what each member means.
#pragma once

#include <string>
#include <vector>

#include "common/geo/geodetic.hpp"
#include "common/j2735/message_frame.hpp"
#include "common/time/sim_time.hpp"
#include "pcp/synchrono_radio.h"

namespace synchrono::client {

/// Has all that it shows, texts included. Not to be copied: its members point at one another.
class FrameView {
  public:
    FrameView() = default;
    FrameView(const FrameView&) = delete;
    FrameView& operator=(const FrameView&) = delete;

    /// Becomes the view of `message`, which was sent around `sent`: messages tell their time within a minute,
    /// an hour or a year only.
    void assign(const j2735::Message& message, const geo::WorldFrame& world, SimTime sent);
    void clear();

    const SynBasicSafety* basic_safety() const { return has_basic_safety_ ? &basic_safety_ : nullptr; }
    const std::vector<SynSignals>& signals() const { return signals_; }
    const std::vector<SynIntersection>& intersections() const { return intersections_; }

  private:
    void view(const j2735::BasicSafetyMessage& message, const geo::WorldFrame& world, SimTime sent);
    void view(const j2735::VehicleSafetyExtensions& extensions, const geo::WorldFrame& world,
              geo::Geodetic anchor);
    void view(const j2735::Spat& message, SimTime sent);
    void view(const j2735::MapData& message, const geo::WorldFrame& world);
    void view(const j2735::IntersectionGeometry& geometry, const geo::WorldFrame& world);

    bool has_basic_safety_ = false;
    SynBasicSafety basic_safety_{};
    std::vector<SynCrumb> crumbs_;
    std::vector<SynSignals> signals_;
    std::vector<SynSignalGroup> groups_;
    std::vector<SynIntersection> intersections_;
    std::vector<SynLane> lanes_;
    std::vector<SynVec3> nodes_;
    std::vector<SynConnection> connections_;
    std::string names_;  // of what is shown, in that order, each with its end
};

}  // namespace synchrono::client
