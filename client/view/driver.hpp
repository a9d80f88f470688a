/// A pilot host for a person who drives with the keys or the gamepad of the view's window.
#pragma once

#include <memory>

#include "client/pilot/pilot_host.hpp"
#include "client/view/view.hpp"

namespace synchrono::client::view {

/// Converts wishes to the inputs of a driver. Pedals and steering wheel move only as fast as feet and hands
/// do, and keys turn the steering wheel less far at higher speed.
/// Threading: none of its own.
class WishSmoother {
  public:
    /// Returns the inputs at this speed. `passed_s` is the time since the inputs that the last call returned.
    body::DriverInputs inputs_after(const Wish& wish, double speed_m_s, double passed_s);

  private:
    body::DriverInputs inputs_;
};

/// Returns a host that drives as the view's wish() says. Borrows the view.
std::unique_ptr<pilot::PilotHost> make_driver(const View& view);

}  // namespace synchrono::client::view
