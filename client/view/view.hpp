/// A window onto a world, or a folder that fills with pictures of it. What draws is a module with a graphics
/// library in it (client/view/open_view.hpp loads it); this is all that the rest of a client sees of it.
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
    const roadmap::RoadMap* roads = nullptr;  // of the scenario, if it has a map; outlives the view
    std::shared_ptr<const client::Ground> ground = nullptr;  // null: level; shared with the engine
    std::optional<AgentId> followed = {};                    // at first; none: nobody
    CameraKind camera = CameraKind::chase;
    PictureSize size = {};
    /// Every frame becomes a picture in this folder, 000000.png and so on. Empty: none does.
    std::filesystem::path record = {};
    bool drives = false;  // keys and gamepad drive, and do not move the camera
    /// The view is in a module; which kinds of bodies there are, the program knows. Not null.
    scenery::Shape (*shape_of)(const config::Scenario&, const config::AgentSpec&) = nullptr;
};

/// What the hands want of a vehicle, as they want it: nothing here is smooth.
struct Wish {
    double steering = 0, throttle = 0, braking = 0;  // as DriverInputs
    bool analogue = false;  // of a gamepad's stick: steering is an angle, not left or right
};

/// Threading: one thread calls; the picture is drawn by another one that the view owns.
class View {
  public:
    virtual ~View() = default;

    /// Whether the next frame may be shown. A window always takes one, and draws the newest; where pictures
    /// are made only so many wait to become one.
    virtual bool is_ready() const = 0;
    /// Does not wait. Requires is_ready().
    virtual void show(const Frame& frame) = 0;
    /// The window has been closed, or drawing has failed.
    virtual bool is_closed() const = 0;
    virtual Wish wish() const = 0;
    /// Nothing more is to come: waits until every frame has its picture. How many there are, or the first
    /// error of writing one.
    virtual Result<std::uint64_t> finish() = 0;
};

}  // namespace synchrono::view
