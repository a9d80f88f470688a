/// Turns what a client sees into frames for a view: so many a second of wall time for a window, so many a
/// second of simulated time for pictures.
#pragma once

#include <deque>
#include <map>

#include "client/acu/spectator.hpp"
#include "client/view/view.hpp"

namespace synchrono::view {

enum class Rhythm {
    window,    // 30 a second of wall time, and what wall time has to say is told
    pictures,  // 25 a second of simulated time, which depend on the run alone
};

inline constexpr SimDuration kPicturePeriod = SimDuration::milliseconds(40);

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
    /// What is kept of an agent from one frame to the next.
    struct Known {
        double rolled_m = 0;
        std::vector<double> turned_rad;  // wheels of which only the speeds are told
        std::shared_ptr<const std::vector<client::LookPart>> looks;
        bool asked = false;  // its engine, what it looks like
    };

    void add_body(const client::Spectacle& spectacle, const client::Sight& sight, double passed_s);
    void reckon_wheels(Body& body, const client::Machinery& machinery, double passed_s);
    void add_machinery(const client::Spectacle& spectacle, Body& body, double passed_s);
    void add_links(SimTime now);
    void tell_pace(SimTime now, WallTime wall);

    const config::Scenario& scenario_;
    View& view_;
    const Rhythm rhythm_;
    std::optional<WallTime> last_wall_;
    std::optional<SimTime> last_, next_;  // of the frames
    std::deque<Heard> heard_;             // by the order in which they were told
    std::map<AgentId, Known> known_;
    Frame frame_;
    struct Moment {
        SimTime sim;
        WallTime wall;
    };
    std::deque<Moment> paces_;  // of the last second or so
};

}  // namespace synchrono::view
