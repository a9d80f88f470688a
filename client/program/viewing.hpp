/// The window of a client: decides whether the client has a window, opens it, and connects it to the client's
/// loop.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/acu/spectator.hpp"
#include "client/pilot/pilot_host.hpp"
#include "client/view/scene_maker.hpp"
#include "common/base/result.hpp"

namespace synchrono::client {

/// The options of the command line that concern the window.
struct ViewArguments {
    /// The name of the agent to follow. kAnyAgent stands for the agent that the scenario names, or else for
    /// the client's first. An empty text means that the option was not given; the other options and the
    /// scenario may still ask for a window.
    std::string view;
    std::string record;  // folder for pictures; empty: none
    std::string drive;   // name of the agent that is driven by keys; empty: none

    static constexpr const char* kAnyAgent = "*";
};

/// An open window, or a folder that fills with pictures.
/// Threading: the client's loop thread.  Owns: the view; borrows scenario and roads.
class Viewing {
  public:
    /// Opens the window. Returns null if neither the options nor the scenario ask for a window. Also returns
    /// null if only the scenario asks for a window, the window cannot be opened, and the scenario allows the
    /// client to go on without it. In that case `note` gets the reason. The error is one line.
    static Result<std::unique_ptr<Viewing>> open(const config::Scenario& scenario,
                                                 const std::vector<AgentId>& agents,
                                                 const ViewArguments& arguments,
                                                 const roadmap::RoadMap* roads,
                                                 const std::function<void(std::string_view)>& note);

    acu::Spectator& spectator() { return scenes_; }
    /// Returns the agent that a person drives, in place of its pilot; nothing if there is none.
    std::optional<AgentId> driven() const { return driven_; }
    /// Makes the pilot host that reads the person's keys and gamepad. Requires a driven agent.
    std::unique_ptr<pilot::PilotHost> make_driver() const;
    /// Returns whether the window has been closed, or drawing has failed.
    bool is_closed() const { return view_->is_closed(); }
    /// Ends the recording when the client is done, and returns the number of pictures.
    Result<std::uint64_t> finish() { return view_->finish(); }

  private:
    Viewing(const config::Scenario& scenario, std::unique_ptr<view::View> view, view::Rhythm rhythm,
            std::optional<AgentId> driven)
        : view_(std::move(view)), scenes_(scenario, *view_, rhythm), driven_(driven) {}

    std::unique_ptr<view::View> view_;
    view::SceneMaker scenes_;
    std::optional<AgentId> driven_;
};

}  // namespace synchrono::client
