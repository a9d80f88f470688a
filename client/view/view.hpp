/// A window onto a world, or a folder that fills with pictures of it. Drawing is done by a module that
/// contains a graphics library (client/view/open_view.hpp loads it). The rest of a client uses the module
/// only through this header.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "client/ground/ground.hpp"
#include "client/scenery/shapes.hpp"
#include "client/view/scene.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::client::view {

using CameraKind = config::ViewCamera;

/// A size in pixels.
struct PictureSize {
    int width = 1280, height = 720;
};

struct ViewSetup {
    const config::Scenario& scenario;         // outlives the view
    const roadmap::RoadMap* roads = nullptr;  // the scenario's map, null if it has none; outlives the view
    std::shared_ptr<const ground::Ground> ground = nullptr;  // null: level; shared with the engine
    std::optional<AgentId> followed = {};                    // the agent followed at first; none: nobody
    CameraKind camera = CameraKind::chase;
    PictureSize size = {};
    /// The folder in which every scene becomes a picture: 000000.png and so on. Empty: a window instead.
    std::filesystem::path record = {};
    bool drives = false;  // keys and gamepad drive a vehicle, and keys do not move the camera
    /// Returns the shape of an agent. The program passes this function, because only the program, not the
    /// module, knows which kinds of bodies there are. Not null.
    scenery::Shape (*shape_of)(const config::Scenario&, const config::AgentSpec&) = nullptr;
};

/// The controls that a person asks for by keys or gamepad. WishSmoother (client/view/driver.hpp) smooths
/// them.
struct Wish {
    double steering = 0, throttle = 0, braking = 0;  // as in DriverInputs
    bool analogue = false;  // true for a gamepad: `steering` has values between -1, 0 and 1 as well
};

/// A window, or a folder of pictures.
/// Threading: one thread calls; another one, which the view owns, draws.
class View {
  public:
    virtual ~View() = default;

    /// Returns whether show() may be called. A window takes any number of scenes and draws only the newest; a
    /// view that makes pictures draws all of them and lets only a few wait.
    virtual bool is_ready() const = 0;
    /// Passes a scene to the drawing thread, without waiting. Requires is_ready().
    virtual void show(const Scene& scene) = 0;
    /// Returns whether the window has been closed or drawing has failed.
    virtual bool is_closed() const = 0;
    /// Returns what keys and gamepad ask for now.
    virtual Wish wish() const = 0;
    /// Waits until every scene that was passed to show() has its picture, or the view is closed. Returns the
    /// number of pictures, or the first error of writing a picture.
    virtual Result<std::uint64_t> finish() = 0;
};

}  // namespace synchrono::client::view
