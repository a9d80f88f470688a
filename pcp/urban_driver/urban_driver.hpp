/// The pilot "urban_driver": drives through a town with a map, along the roads of its route to the end of
/// the last road, and leaves the world there. docs/pilots.md describes its rules. It steers at every step and
/// decides on its speed and lane twenty times a second.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pcp/driving/pedals.hpp"
#include "pcp/driving/steering.hpp"
#include "pcp/pilot.hpp"
#include "pcp/urban_driver/config.hpp"
#include "pcp/urban_driver/conflicts.hpp"
#include "pcp/urban_driver/crossing.hpp"
#include "pcp/urban_driver/lane_change.hpp"
#include "pcp/urban_driver/neighbourhood.hpp"
#include "pcp/urban_driver/route_plan.hpp"
#include "pcp/urban_driver/sightline.hpp"
#include "pcp/urban_driver/signal_watch.hpp"
#include "pcp/urban_driver/surroundings.hpp"
#include "pcp/urban_driver/track.hpp"
#include "pcp/urban_driver/tracking.hpp"

namespace synchrono::pcp::urban_driver {

/// Joins the parts of the pilot.
/// Threading: one thread.
class UrbanDriver final : public Pilot {
  public:
    /// Throws std::runtime_error if the configuration is not valid or does not fit the map.
    explicit UrbanDriver(const Setup& setup);

    /// Throws std::runtime_error if the vehicle is on no road, or on a road that does not lead to the
    /// destination, or if the driver has neither eyes nor a radio.
    DriverInputs step(const Input& input) override;

    /// The state of the pilot, for tests.
    const Track& track() const { return track_; }
    double along_m() const { return along_m_; }
    const char* why() const { return why_; }

  private:
    void start(const driving::Ego& ego);
    /// Decides on the acceleration and the lane.
    void think(const Input& input, const driving::Ego& ego);
    SeenOthers seen_others(const Input& input);
    void advance_on_track();
    void extend_track();
    void plan_speeds();
    double brake_warning(const Input& input, const OnTrack& on_track) const;
    /// Changes to a better lane if it can. Returns where to stop and wait for a gap in that lane; kNobody: no
    /// stop is needed.
    double consider_lane(const OnTrack& on_track, double line_m, std::int64_t now_ns);
    bool goes_ahead_of(const Body& rival) const;
    LaneBeside beside_us(std::uint32_t beside, const OnTrack& on_track) const;
    bool change_to(std::uint32_t beside, const OnTrack& on_track, double line_m, double urgency);
    void pass_obstacles(const OnTrack& on_track);
    void note(std::int32_t severity, const std::string& text) const;

    Setup setup_;
    UrbanConfig config_;
    Map map_;
    RoutePlan route_;
    Sightline sight_;
    Tracking tracking_;
    Surroundings surroundings_;
    Conflicts conflicts_;
    SignalWatch signals_;
    Crossing crossing_;
    Neighbourhood neighbourhood_;
    Track track_;
    driving::Steering steering_;
    driving::Pedals pedals_;

    bool started_ = false;
    std::int64_t thinks_next_ns_ = 0;
    std::int64_t knows_all_from_ns_ = 0;  // changes no lanes before this time
    double along_m_ = 0;                  // of the centre of gravity, along the track
    std::size_t reached_ = 0;             // how many roads of the route are reached on the present leg
    std::uint32_t leg_way_ = SYN_NONE;
    std::size_t reached_at_end_ = 0;  // the same on the last leg of the track
    bool track_arrives_ = false;      // the track ends at the destination
    bool track_breaks_off_ = false;   // no way leads on from its end: must change lanes before
    double swing_ends_m_ = -1;        // along the track: a change of lanes ends here
    double aside_until_m_ = -1;       // along the track: the line may swing back behind an obstacle
    bool signals_lane_wish_ = false;  // drives at the side of its lane, to let others see its wish
    std::int64_t lane_wish_ns_ = -1;  // since when another lane would be better; -1: none is
    std::vector<double> planned_;     // m/s, one for each of the track's samples
    double acceleration_m_s2_ = 0;
    bool stand_ = false;  // the vehicle is to stand
    bool leave_ = false;
    const char* why_ = "";
};

}  // namespace synchrono::pcp::urban_driver
