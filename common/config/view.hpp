/// The settings of the window that shows a run: the scenario's key "view". docs/view.md explains the window
/// to users.
#pragma once

#include <cstdint>

#include "common/base/ids.hpp"

namespace synchrono::config {

enum class ViewCamera : std::uint8_t { chase, cockpit, top, free };

/// The cases in which the client that hosts the agent opens the window.
enum class ViewOpening : std::uint8_t {
    asked,     // only if the command line asks for it
    possible,  // if there is a display; without one, a line in the log says so
    always,    // in every case; without a display the client refuses to start
};

struct ViewSettings {
    AgentId agent{0};
    ViewCamera camera = ViewCamera::chase;
    int width = 1280, height = 720;  // pixels
    ViewOpening open = ViewOpening::possible;

    friend bool operator==(const ViewSettings&, const ViewSettings&) = default;
};

}  // namespace synchrono::config
