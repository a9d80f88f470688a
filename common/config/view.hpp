/// The window onto a run: the scenario's key "view". docs/view.md tells users what it shows.
#pragma once

#include <cstdint>

#include "common/base/ids.hpp"

namespace synchrono::config {

enum class ViewCamera : std::uint8_t { chase, cockpit, top, free };

/// When the client that hosts the agent opens it.
enum class ViewOpening : std::uint8_t {
    asked,     // when the command line says so
    possible,  // where there is a display; else one line says that there is none
    always,    // without a display the client refuses
};

struct ViewSettings {
    AgentId agent{0};
    ViewCamera camera = ViewCamera::chase;
    int width = 1280, height = 720;  // pixels
    ViewOpening open = ViewOpening::possible;

    friend bool operator==(const ViewSettings&, const ViewSettings&) = default;
};

}  // namespace synchrono::config
