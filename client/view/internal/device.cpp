#include "client/view/internal/device.hpp"

#include <X11/Xlib.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace synchrono::client::view {
namespace {

using irr::EKEY_CODE;

constexpr double kMouseTurn_rad = 0.005, kStickDead = 0.08;

bool mentions_error(std::string_view text) { return text.find("rror") != std::string_view::npos; }

double stick_value(irr::s16 axis) {
    const double value = axis / 32767.0;
    return std::abs(value) < kStickDead ? 0 : std::clamp(value, -1.0, 1.0);
}

/// Does nothing. Without this handler, Xlib ends the process when the window server dies.
void leave_broken_display(Display*, void*) {}

}  // namespace

irr::core::matrix4 to_library(const geo::Pose& pose) {
    irr::core::matrix4 matrix;
    const auto set = [&matrix](int column, geo::Vec3 v) {
        const irr::core::vector3df of = to_library(v);
        matrix[column * 4] = of.X;
        matrix[column * 4 + 1] = of.Y;
        matrix[column * 4 + 2] = of.Z;
    };
    set(0, pose.orientation.rotate({1, 0, 0}));
    set(1, pose.orientation.rotate({0, 0, 1}));
    set(2, pose.orientation.rotate({0, 1, 0}));
    set(3, pose.position);
    return matrix;
}

Owned<irr::scene::IMeshBuffer> to_library(const Mesh& mesh, bool stays) {
    auto* buffer = new irr::scene::CDynamicMeshBuffer(irr::video::EVT_STANDARD, irr::video::EIT_32BIT);
    Owned<irr::scene::IMeshBuffer> owned(buffer);
    auto& vertices = buffer->getVertexBuffer();
    vertices.reallocate(static_cast<irr::u32>(mesh.vertices().size()));
    for (const scenery::Vertex& v : mesh.vertices()) {
        // Exchanges y and z, as to_library(geo::Vec3) does.
        vertices.push_back({{v.at[0], v.at[2], v.at[1]},
                            {v.normal[0], v.normal[2], v.normal[1]},
                            to_library(v.colour),
                            {0, 0}});
    }
    auto& indices = buffer->getIndexBuffer();
    indices.reallocate(static_cast<irr::u32>(mesh.indices().size()));
    for (const std::uint32_t i : mesh.indices()) indices.push_back(i);
    buffer->recalculateBoundingBox();
    if (stays) buffer->setHardwareMappingHint(irr::scene::EHM_STATIC);
    return owned;
}

bool Input::OnEvent(const irr::SEvent& event) {
    switch (event.EventType) {
        case irr::EET_LOG_TEXT_EVENT:
            if (error_.empty() && event.LogEvent.Level >= irr::ELL_ERROR &&
                mentions_error(event.LogEvent.Text))
                error_ = event.LogEvent.Text;
            return true;
        case irr::EET_KEY_INPUT_EVENT: {
            const EKEY_CODE key = event.KeyInput.Key;
            if (key < 0 || static_cast<std::size_t>(key) >= keys_.size()) return false;
            const bool pressed = event.KeyInput.PressedDown && !down(key);
            keys_[static_cast<std::size_t>(key)] = event.KeyInput.PressedDown;
            if (!pressed) return true;
            if (key >= irr::KEY_KEY_1 && key <= irr::KEY_KEY_4)
                orders_.camera = static_cast<CameraKind>(key - irr::KEY_KEY_1);
            if (key == irr::KEY_TAB) orders_.next += event.KeyInput.Shift ? -1 : 1;
            return true;
        }
        case irr::EET_MOUSE_INPUT_EVENT: {
            const auto& mouse = event.MouseInput;
            const irr::core::position2di at(mouse.X, mouse.Y);
            if (mouse.Event == irr::EMIE_MOUSE_WHEEL) mouse_.zoom += mouse.Wheel;
            if (mouse.Event == irr::EMIE_LMOUSE_PRESSED_DOWN) held_at_ = at;
            if (mouse.Event == irr::EMIE_LMOUSE_LEFT_UP) held_at_.reset();
            if (mouse.Event == irr::EMIE_MOUSE_MOVED && held_at_) {
                mouse_.turn_rad -= (at.X - held_at_->X) * kMouseTurn_rad;
                mouse_.tilt_rad -= (at.Y - held_at_->Y) * kMouseTurn_rad;
                held_at_ = at;
            }
            return true;
        }
        case irr::EET_JOYSTICK_INPUT_EVENT: {
            const auto& stick = event.JoystickEvent;
            if (stick.Joystick != 0) return true;
            // A gamepad counts only after it has been touched: an unused gamepad must not replace the keys.
            stick_used_ |= std::abs(stick_value(stick.Axis[0])) > 0.3 || stick.ButtonStates != 0;
            stick_ = stick;
            return true;
        }
        default:
            return false;
    }
}

Input::Orders Input::take_orders() { return std::exchange(orders_, {}); }

CameraInput Input::take_camera_input(bool drives) {
    CameraInput hands = std::exchange(mouse_, {});
    if (drives) return hands;
    hands.ahead =
        std::clamp(between(irr::KEY_KEY_S, irr::KEY_KEY_W) + between(irr::KEY_DOWN, irr::KEY_UP), -1.0, 1.0);
    hands.left = std::clamp(between(irr::KEY_KEY_D, irr::KEY_KEY_A) + between(irr::KEY_RIGHT, irr::KEY_LEFT),
                            -1.0, 1.0);
    hands.up = between(irr::KEY_KEY_Q, irr::KEY_KEY_E);
    return hands;
}

Wish Input::wish() const {
    if (stick_ && stick_used_) {
        // A trigger at rest has its lowest value, but the library gives 0 until the trigger is first touched.
        const auto pulled = [](irr::s16 axis) { return axis == 0 ? 0 : (stick_value(axis) + 1) / 2; };
        return {-stick_value(stick_->Axis[0]), pulled(stick_->Axis[5]), pulled(stick_->Axis[2]), true};
    }
    return {std::clamp(between(irr::KEY_KEY_D, irr::KEY_KEY_A) + between(irr::KEY_RIGHT, irr::KEY_LEFT), -1.0,
                       1.0),
            down(irr::KEY_KEY_W) || down(irr::KEY_UP) ? 1.0 : 0.0,
            down(irr::KEY_KEY_S) || down(irr::KEY_DOWN) || down(irr::KEY_SPACE) ? 1.0 : 0.0, false};
}

void CloseDevice::operator()(irr::IrrlichtDevice* device) const {
    device->closeDevice();
    device->drop();
}

Result<Device> open_device(PictureSize size, Input& input) {
    // The display is opened here first, because the library does not say why it cannot open one. The display
    // stays open until the library has opened it too: a virtual display may reset itself when its last client
    // disconnects.
    const char* name = std::getenv("DISPLAY");
    if (name == nullptr || *name == '\0') return fail("no window: there is no display (DISPLAY is not set)");
    const std::unique_ptr<Display, int (*)(Display*)> display(XOpenDisplay(nullptr), XCloseDisplay);
    if (!display) return fail(fmt::format("no window: the display '{}' cannot be opened", name));

    irr::SIrrlichtCreationParameters parameters;
    parameters.DriverType = irr::video::EDT_OPENGL;
    parameters.WindowSize = {static_cast<irr::u32>(size.width), static_cast<irr::u32>(size.height)};
    parameters.ZBufferBits = 24;
    parameters.AntiAlias = 4;
    parameters.EventReceiver = &input;
    parameters.LoggingLevel = irr::ELL_ERROR;
    Device device(irr::createDeviceEx(parameters));
    if (!device || device->getVideoDriver() == nullptr) {
        return fail(fmt::format("no window: the display '{}' does not support OpenGL{}", name,
                                input.error().empty() ? "" : " (" + input.error() + ")"));
    }
    const irr::video::SExposedVideoData& data = device->getVideoDriver()->getExposedVideoData();
    if (auto* shown = static_cast<Display*>(data.OpenGLLinux.X11Display))
        XSetIOErrorExitHandler(shown, leave_broken_display, nullptr);
    device->setResizable(true);
    irr::core::array<irr::SJoystickInfo> sticks;
    device->activateJoysticks(sticks);
    return device;
}

}  // namespace synchrono::client::view
