/// A drive that was recorded: a table of comma-separated values with a line of names first. `time_s` and
/// either where the vehicle was (`x_m`, `y_m`) or what its driver did (`steering`, `throttle`, `braking`), or
/// both; other columns are left alone. Time begins anew with the first line.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/pilot.hpp"

namespace synchrono::pcp {

/// Threading: const functions from any thread.
class Recording {
  public:
    /// What the caller is going to ask for.
    enum class Needs { places, inputs };

    /// Throws std::runtime_error with one line: `name`, the line's number and what is wrong there.
    Recording(std::istream& in, const std::string& name, Needs needs);

    double length_s() const { return times_.back(); }
    /// The driver's inputs at a time; the last ones after the end. Requires Needs::inputs.
    DriverInputs inputs_at(double time_s) const;

    /// Along the way that was driven. Requires Needs::places, as do the others.
    struct Moment {
        double along_m, speed_m_s, acceleration_m_s2;
    };
    Moment moment_at(double time_s) const;
    Point point_at(double along_m) const;
    double driven_m() const { return along_.back(); }
    /// Of the place nearest to `p`, sought downhill from `near_m`.
    double nearest(Point p, double near_m) const;

  private:
    std::size_t row_at(double time_s) const;

    std::vector<double> times_;  // s, ascending, from 0
    std::vector<DriverInputs> inputs_;
    std::vector<double> along_;   // m, by row
    std::vector<double> speeds_;  // m/s, by row
    std::vector<Point> line_;     // at even steps
};

}  // namespace synchrono::pcp
