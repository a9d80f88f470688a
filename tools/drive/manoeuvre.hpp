/// What a driver does in a manoeuvre, by time and, where the loop is closed, by what the vehicle does.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "common/config/vehicle.hpp"
#include "tools/drive/drive_sample.hpp"

namespace synchrono::tools {

class Manoeuvre {
  public:
    virtual ~Manoeuvre() = default;
    virtual double duration_s() const = 0;
    virtual double initial_speed() const = 0;
    virtual std::optional<int> initial_gear() const { return std::nullopt; }
    /// `now`: what the vehicle did so far.
    virtual client::DriverInputs inputs(double t, const DriveSample& now) = 0;
};

struct ManoeuvreName {
    const char* name;
    const char* what;
};
const std::vector<ManoeuvreName>& manoeuvre_names();

/// Nothing if there is none of that name. `speed`: the initial one instead of the manoeuvre's own.
std::unique_ptr<Manoeuvre> make_manoeuvre(std::string_view name, const config::VehicleSpec& vehicle,
                                          std::optional<double> speed);

/// Repeats the inputs of a file, straight between its rows.
std::unique_ptr<Manoeuvre> make_replay(std::vector<DriveSample> samples);

}  // namespace synchrono::tools
