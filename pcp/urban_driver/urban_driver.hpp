/// The pilot "urban_driver": drives by a map through a town, along the roads of its route to their end, and
/// leaves there. docs/pilots.md tells its rules. It steers at every step and thinks twenty times a second.
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

namespace synchrono::pcp {

/// Threading: one thread.
class UrbanDriver final : public Pilot {
  public:
    /// Throws std::runtime_error with one line: the configuration, or the map, does not serve.
    explicit UrbanDriver(const Setup& setup);

    /// Throws where it finds itself on no road, or on one that does not lead to its destination, and where
    /// it has neither eyes nor a radio.
    DriverInputs step(const Input& input) override;

    /// What it does and why, for tests and notes.
    const Track& track() const { return track_; }
    double along_m() const { return along_m_; }
    const char* why() const { return why_; }

  private:
    void start(const Ego& ego);
    void think(const Input& input, const Ego& ego);
    Seen whom_it_sees(const Input& input);
    void advance_on_track();
    void extend_track();
    void plan_speeds();
    double brake_warning(const Input& input, const OnTrack& on_track) const;
    /// Where to stop for want of a gap in the lane that is better; kNobody: nowhere.
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
    Steering steering_;
    Pedals pedals_;

    bool started_ = false;
    std::int64_t thinks_next_ns_ = 0;
    std::int64_t knows_all_from_ns_ = 0;
    double along_m_ = 0;       // of the centre of gravity, along the track
    std::size_t reached_ = 0;  // roads of the route, by the leg that we are on
    std::uint32_t leg_way_ = SYN_NONE;
    std::size_t reached_at_end_ = 0;  // by the last leg of the track
    bool track_arrives_ = false;      // its end is the destination
    bool track_breaks_off_ = false;   // its lane leads nowhere: the lane must be changed before its end
    double swing_ends_m_ = -1;        // of a change of lanes
    double aside_until_m_ = -1;       // where the swing round something may end
    bool shows_wish_ = false;         // by driving at the side of the lane
    std::int64_t lane_wish_ns_ = -1;  // since when another lane would be better
    std::vector<double> planned_;     // m/s, by the track's samples
    double acceleration_m_s2_ = 0;
    bool stand_ = false;
    bool leave_ = false;
    const char* why_ = "";
};

}  // namespace synchrono::pcp
