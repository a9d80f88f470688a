/// The graphics library's window, its keys, mouse and gamepad, and our triangles in its form.
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

namespace synchrono::view {

using scenery::Colour;
using scenery::Mesh;

/// Drops what the library counts references of.
struct Drop {
    void operator()(irr::IReferenceCounted* object) const { object->drop(); }
};
template <typename T>
using Owned = std::unique_ptr<T, Drop>;

/// Our axes to those of the library, which are left-handed with y up.
inline irr::core::vector3df to_library(geo::Vec3 v) {
    return {static_cast<float>(v.x), static_cast<float>(v.z), static_cast<float>(v.y)};
}
inline irr::video::SColor to_library(Colour c) { return {c.a, c.r, c.g, c.b}; }
irr::core::matrix4 to_library(const geo::Pose& pose);

Owned<irr::scene::IMeshBuffer> to_library(const Mesh& mesh, bool stays);

/// Keys, mouse and gamepad. Threading: that of the device.
class Input final : public irr::IEventReceiver {
  public:
    bool OnEvent(const irr::SEvent& event) override;

    /// What was asked for since the last call.
    struct Orders {
        std::optional<CameraKind> camera{};
        int next = 0;  // how many agents further, or back
    };
    Orders take_orders();
    /// What the free camera is to do; mouse moves since the last call. While somebody drives, keys are
    /// theirs.
    Hands take_hands(bool drives);
    Wish wish() const;
    /// The first line that the library called an error.
    const std::string& error() const { return error_; }

  private:
    bool down(irr::EKEY_CODE key) const { return keys_[static_cast<std::size_t>(key)]; }
    double between(irr::EKEY_CODE less, irr::EKEY_CODE more) const {
        return (down(more) ? 1.0 : 0.0) - (down(less) ? 1.0 : 0.0);
    }

    std::array<bool, irr::KEY_KEY_CODES_COUNT> keys_{};
    Orders orders_;
    Hands mouse_;
    std::optional<irr::core::position2di> held_at_;  // where the mouse was while its button is down
    std::optional<irr::SEvent::SJoystickEvent> stick_;
    bool stick_used_ = false;
    std::string error_;
};

/// Threading: one thread, the one that opened it.  Owns: the window; borrows the input.
struct CloseDevice {
    void operator()(irr::IrrlichtDevice* device) const;
};
using Device = std::unique_ptr<irr::IrrlichtDevice, CloseDevice>;
/// The error is one line: there is no display, or it shows no OpenGL.
Result<Device> open_device(PictureSize size, Input& input);

}  // namespace synchrono::view
