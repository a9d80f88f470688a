/// Turns what a client sees into frames for a view. A window gets its frames at a rate of wall time,
/// pictures get theirs at a rate of simulated time.
#pragma once

#include <deque>
#include <map>

#include "client/acu/spectator.hpp"
#include "client/view/view.hpp"

namespace synchrono::view {

/// The times at which frames are made.
enum class Rhythm {
    window,    // 30 per second of wall time, with the pace of the run in each frame
    pictures,  // 25 per second of simulated time; they depend only on the run
};

inline constexpr SimDuration kPicturePeriod = SimDuration::milliseconds(40);

/// A spectator that copies what it sees into frames and passes them to a view.
/// Threading: the client's loop thread.  Borrows: scenario and view.
class FrameMaker final : public client::Spectator {
  public:
    FrameMaker(const config::Scenario& scenario, View& view, Rhythm rhythm)
        : scenario_(scenario), view_(view), rhythm_(rhythm) {}

    bool is_ready() override { return view_.is_ready(); }
    bool wants_look(SimTime now, WallTime wall) override;
    void look(const client::Spectacle& spectacle) override;
    void heard(AgentId sender, AgentId receiver, std::uint32_t type, SimTime arrives) override;

  private:
    struct Heard {
        RadioLink link;
        SimTime at;
    };
    /// Facts about an agent that are kept from one frame to the next.
    struct Known {
        double rolled_m = 0;
        std::vector<double> turned_rad;  // how far each wheel has turned, summed up if only speeds are known
        std::shared_ptr<const std::vector<client::LookPart>> looks;
        bool asked = false;  // its engine was asked for its looks
    };

    void add_body(const client::Spectacle& spectacle, const client::Sight& sight, double passed_s);
    /// Places the wheels by the body's specification and its controls. They turn by their own speeds where
    /// these are known, else by the distance that the body has moved.
    void reckon_wheels(Body& body, const client::Machinery& machinery, double passed_s);
    void add_machinery(const client::Spectacle& spectacle, Body& body, double passed_s);
    void add_links(SimTime now);
    void tell_pace(SimTime now, WallTime wall);

    const config::Scenario& scenario_;
    View& view_;
    const Rhythm rhythm_;
    std::optional<WallTime> last_wall_;
    std::optional<SimTime> last_, next_;  // times of the last frame and of the next one
    std::deque<Heard> heard_;             // in the order of the calls of heard()
    std::map<AgentId, Known> known_;
    Frame frame_;
    struct Moment {
        SimTime sim;
        WallTime wall;
    };
    std::deque<Moment> paces_;  // times of the frames in about the last second
};

}  // namespace synchrono::view
