/// The window of a client: whether there is to be one, and what it is tied to.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "client/acu/spectator.hpp"
#include "client/pilot/pilot_host.hpp"
#include "client/view/frame_maker.hpp"
#include "common/base/result.hpp"

namespace synchrono::client {

/// What a command line says of it.
struct ViewArguments {
    /// Whom to follow, by name; kAnyAgent: whom the scenario says, or the client's first. Empty: no window.
    std::string view;
    std::string record;  // a folder for pictures; empty: none
    std::string drive;   // who is driven by keys, by name; empty: nobody

    static constexpr const char* kAnyAgent = "*";
};

/// Threading: the client's loop thread.  Owns: the view; borrows scenario and roads.
class Viewing {
  public:
    /// Null where nobody wants a window, or where the scenario does without: then `note` is told why. The
    /// error is one line.
    static Result<std::unique_ptr<Viewing>> open(const config::Scenario& scenario,
                                                 const std::vector<AgentId>& agents,
                                                 const ViewArguments& arguments,
                                                 const roadmap::RoadMap* roads,
                                                 const std::function<void(std::string_view)>& note);

    Spectator& spectator() { return frames_; }
    /// Whom somebody drives, in place of a pilot.
    std::optional<AgentId> driven() const { return driven_; }
    /// Requires that there is one.
    std::unique_ptr<PilotHost> make_driver() const;
    bool is_closed() const { return view_->is_closed(); }
    /// When the client is done: how many pictures there are.
    Result<std::uint64_t> finish() { return view_->finish(); }

  private:
    Viewing(const config::Scenario& scenario, std::unique_ptr<view::View> view, view::Rhythm rhythm,
            std::optional<AgentId> driven)
        : view_(std::move(view)), frames_(scenario, *view_, rhythm), driven_(driven) {}

    std::unique_ptr<view::View> view_;
    view::FrameMaker frames_;
    std::optional<AgentId> driven_;
};

}  // namespace synchrono::client
