/// Manoeuvres: the driver's inputs as a function of time and, in closed-loop manoeuvres, of the vehicle's
/// motion.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "common/config/vehicle.hpp"
#include "tools/drive/drive_sample.hpp"

namespace synchrono::tools::drive {

/// A manoeuvre of one vehicle. An object is used for one drive only, since it may keep state.
class Manoeuvre {
  public:
    virtual ~Manoeuvre() = default;
    virtual double duration_s() const = 0;
    virtual double initial_speed() const = 0;  // in m/s
    /// Returns the gear at the start, or nothing if the vehicle chooses the gear.
    virtual std::optional<int> initial_gear() const { return std::nullopt; }
    /// Returns the inputs at time `t` in s. `now` is the latest sample of the vehicle's motion. Times of
    /// successive calls increase.
    virtual client::body::DriverInputs inputs(double t, const DriveSample& now) = 0;
};

/// The name of a manoeuvre, and what happens in it.
struct ManoeuvreName {
    const char* name;
    const char* description;
};
/// Returns all manoeuvres that make_manoeuvre() knows.
const std::vector<ManoeuvreName>& manoeuvre_names();

/// Returns the manoeuvre with this name, or null if the name is unknown. `speed` replaces the manoeuvre's own
/// initial speed.
std::unique_ptr<Manoeuvre> make_manoeuvre(std::string_view name, const config::VehicleSpec& vehicle,
                                          std::optional<double> speed);

/// Returns a manoeuvre that repeats the inputs of `samples`, interpolated linearly between them. Requires
/// at least two samples.
std::unique_ptr<Manoeuvre> make_replay(std::vector<DriveSample> samples);

}  // namespace synchrono::tools::drive
