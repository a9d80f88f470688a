/// Makes scenes for a view from a client's spectacles. For a window, scenes are made at a rate of wall time;
/// for a folder of pictures, at a rate of simulated time.
#pragma once

#include <deque>
#include <map>

#include "client/acu/spectator.hpp"
#include "client/view/view.hpp"

namespace synchrono::client::view {

/// The times at which scenes are made.
enum class Rhythm {
    window,    // about 30 per second of wall time, each with the pace of the run
    pictures,  // at most 25 per second of simulated time; they depend only on the run
};

inline constexpr SimDuration kPicturePeriod = SimDuration::milliseconds(40);

/// A spectator that copies each spectacle into a scene, and passes the scene to a view.
/// Threading: the client's loop thread.  Borrows: scenario and view.
class SceneMaker final : public acu::Spectator {
  public:
    SceneMaker(const config::Scenario& scenario, View& view, Rhythm rhythm)
        : scenario_(scenario), view_(view), rhythm_(rhythm) {}

    bool is_ready() override { return view_.is_ready(); }
    bool is_due(SimTime now, WallTime wall) override;
    void show(const acu::Spectacle& spectacle) override;
    void announce_message(AgentId sender, AgentId receiver, std::uint32_t type, SimTime arrives) override;

  private:
    struct ComingMessage {
        ArrivedMessage message;
        SimTime at;
    };
    /// Facts about an agent that are kept from one scene to the next.
    struct Known {
        double rolled_m = 0;             // distance that the body has moved forward
        std::vector<double> turned_rad;  // angle that each wheel has turned, if only its speed is known
        std::shared_ptr<const std::vector<body::LookPart>> look;
        bool asked = false;  // the engine has been asked for the agent's look
    };

    void add_body(const acu::Spectacle& spectacle, const acu::Sight& sight, double passed_s);
    /// Places the wheels by the body's specification and its controls. The wheels turn by their own speeds
    /// where these are known, else by the distance that the body has moved.
    void reckon_wheels(Body& body, const body::Machinery& machinery, double passed_s);
    void add_machinery(const acu::Spectacle& spectacle, Body& body, double passed_s);
    void add_messages(SimTime now);
    void add_pace(SimTime now, WallTime wall);

    const config::Scenario& scenario_;
    View& view_;
    const Rhythm rhythm_;
    std::optional<WallTime> last_wall_;
    std::optional<SimTime> last_, next_;         // times of the last scene and of the next one
    std::deque<ComingMessage> coming_messages_;  // in the order of the calls of announce_message()
    std::map<AgentId, Known> known_;
    Scene scene_;
    struct Moment {
        SimTime sim;
        WallTime wall;
    };
    std::deque<Moment> paces_;  // times of the scenes in about the last second
};

}  // namespace synchrono::client::view
