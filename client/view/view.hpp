/// A window onto a world, or a folder that fills with pictures of it. Drawing is done by a module that
/// contains a graphics library (client/view/open_view.hpp loads it). This header is all that the rest of a
/// client sees of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "client/ground/ground.hpp"
#include "client/scenery/shapes.hpp"
#include "client/view/frame.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::view {

using CameraKind = config::ViewCamera;

struct PictureSize {
    int width = 1280, height = 720;
};

struct ViewSetup {
    const config::Scenario& scenario;         // outlives the view
    const roadmap::RoadMap* roads = nullptr;  // the scenario's map, null if it has none; outlives the view
    std::shared_ptr<const client::Ground> ground = nullptr;  // null: level; shared with the engine
    std::optional<AgentId> followed = {};                    // the agent followed at first; none: nobody
    CameraKind camera = CameraKind::chase;
    PictureSize size = {};
    /// The folder in which every frame becomes a picture: 000000.png and so on. Empty: no pictures.
    std::filesystem::path record = {};
    bool drives = false;  // keys and gamepad drive a vehicle; keys do not move the camera then
    /// Returns the shape of an agent. The program passes this function, because only the program, not the
    /// module, knows which kinds of bodies there are. Not null.
    scenery::Shape (*shape_of)(const config::Scenario&, const config::AgentSpec&) = nullptr;
};

/// The controls that a person asks for by keys or gamepad. Hand (client/view/driver.hpp) smooths them.
struct Wish {
    double steering = 0, throttle = 0, braking = 0;  // as DriverInputs
    bool analogue = false;  // from a gamepad: steering is an angle, not just left or right
};

/// A window, or a folder of pictures.
/// Threading: one thread calls; another one, which the view owns, draws.
class View {
  public:
    virtual ~View() = default;

    /// Returns whether the next frame may be shown. A window always takes one and draws only the newest; a
    /// view that makes pictures lets only a few frames wait.
    virtual bool is_ready() const = 0;
    /// Passes a frame to the drawing thread, without waiting. Requires is_ready().
    virtual void show(const Frame& frame) = 0;
    /// Returns whether the window has been closed or drawing has failed.
    virtual bool is_closed() const = 0;
    /// Returns what keys and gamepad ask for now.
    virtual Wish wish() const = 0;
    /// Waits until every frame that was shown has its picture. Returns how many pictures there are, or the
    /// first error of writing one.
    virtual Result<std::uint64_t> finish() = 0;
};

}  // namespace synchrono::view
