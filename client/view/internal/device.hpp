/// The graphics library's window, with its keys, mouse and gamepad, and conversions to the library's meshes.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "client/scenery/mesh.hpp"
#include "client/view/internal/camera.hpp"
#include "client/view/internal/irrlicht.hpp"
#include "client/view/view.hpp"
#include "common/base/result.hpp"

namespace synchrono::client::view {

using scenery::Colour;
using scenery::Mesh;

/// Releases a reference to an object of the library.
struct Drop {
    void operator()(irr::IReferenceCounted* object) const { object->drop(); }
};
template <typename T>
using Owned = std::unique_ptr<T, Drop>;

/// Converts from our axes to those of the library, which are left-handed with y up.
inline irr::core::vector3df to_library(geo::Vec3 v) {
    return {static_cast<float>(v.x), static_cast<float>(v.z), static_cast<float>(v.y)};
}
inline irr::video::SColor to_library(Colour c) { return {c.a, c.r, c.g, c.b}; }
irr::core::matrix4 to_library(const geo::Pose& pose);

/// Converts a mesh. `stays` says whether the mesh is drawn in many pictures; then the library may keep it on
/// the graphics card.
Owned<irr::scene::IMeshBuffer> to_library(const Mesh& mesh, bool stays);

/// Keys, mouse and gamepad.
/// Threading: the thread of the device.
class Input final : public irr::IEventReceiver {
  public:
    bool OnEvent(const irr::SEvent& event) override;

    /// Orders that keys give to the view.
    struct Orders {
        std::optional<CameraKind> camera{};
        int next = 0;  // number of agents to go forward in their order; negative: back
    };
    /// Returns the orders since the last call.
    Orders take_orders();
    /// Returns the input for the camera, with the moves of the mouse since the last call. While a person
    /// drives (`drives`), keys do not move the camera.
    CameraInput take_camera_input(bool drives);
    /// Returns the controls that keys and gamepad ask for now.
    Wish wish() const;
    /// Returns the first line that the library logged as an error; empty if there was none.
    const std::string& error() const { return error_; }

  private:
    bool down(irr::EKEY_CODE key) const { return keys_[static_cast<std::size_t>(key)]; }
    double between(irr::EKEY_CODE less, irr::EKEY_CODE more) const {
        return (down(more) ? 1.0 : 0.0) - (down(less) ? 1.0 : 0.0);
    }

    std::array<bool, irr::KEY_KEY_CODES_COUNT> keys_{};
    Orders orders_;
    CameraInput mouse_;
    std::optional<irr::core::position2di> held_at_;  // last place of the mouse; only while its button is down
    std::optional<irr::SEvent::SJoystickEvent> stick_;
    bool stick_used_ = false;
    std::string error_;
};

/// A deleter that closes the window.
/// Threading: only the thread that opened the window.  Owns: the window; borrows the input.
struct CloseDevice {
    void operator()(irr::IrrlichtDevice* device) const;
};
using Device = std::unique_ptr<irr::IrrlichtDevice, CloseDevice>;
/// Opens a window. The error is one line: there is no display, or the display has no OpenGL.
Result<Device> open_device(PictureSize size, Input& input);

}  // namespace synchrono::client::view
