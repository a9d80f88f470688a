/// A person at the wheel, in place of a pilot.
#pragma once

#include <memory>

#include "client/pilot/pilot_host.hpp"
#include "client/view/view.hpp"

namespace synchrono::view {

/// How a wish becomes inputs: pedals and wheel move as fast as feet and hands do, and the wheel less far the
/// faster one drives. Threading: none of its own.
class Hand {
  public:
    client::DriverInputs turn(const Wish& wish, double speed_m_s, double passed_s);

  private:
    client::DriverInputs inputs_;
};

/// Drives as the view's window is asked to. Borrows the view.
std::unique_ptr<client::PilotHost> make_driver(const View& view);

}  // namespace synchrono::view
