/// A pilot host for a person who drives with the keys or the gamepad of the view's window.
#pragma once

#include <memory>

#include "client/pilot/pilot_host.hpp"
#include "client/view/view.hpp"

namespace synchrono::view {

/// Turns wishes into the inputs of a driver. Pedals and steering wheel move only as fast as feet and hands
/// do, and keys turn the wheel less far at higher speed.
/// Threading: none of its own.
class Hand {
  public:
    /// Returns the inputs `passed_s` after those of the last call, at this speed.
    client::DriverInputs turn(const Wish& wish, double speed_m_s, double passed_s);

  private:
    client::DriverInputs inputs_;
};

/// Returns a host that drives by the wishes of the view. Borrows the view.
std::unique_ptr<client::PilotHost> make_driver(const View& view);

}  // namespace synchrono::view
