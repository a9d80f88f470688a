/// A recorded drive, read from a table of comma-separated values whose first line names the columns. One
/// column is `time_s`. Others are the place of the vehicle (`x_m`, `y_m`), the driver's inputs (`steering`,
/// `throttle`, `braking`), or both. All other columns are ignored. Times count from the first line of
/// numbers.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/pilot.hpp"

namespace synchrono::pcp::recorded {

/// A recorded drive as functions of time and of the distance driven.
/// Threading: const functions from any thread.
class Recording {
  public:
    /// The part of the recording that the caller will use; the other part is not read.
    enum class Needs { places, inputs };

    /// Reads a recording. Throws std::runtime_error with one line: `name`, the number of the line unless the
    /// fault is in the file as a whole, and what is wrong.
    Recording(std::istream& in, const std::string& name, Needs needs);

    double length_s() const { return times_.back(); }
    /// Returns the driver's inputs at a time; after the end, those of the last row. Requires Needs::inputs.
    DriverInputs inputs_at(double time_s) const;

    /// The motion along the driven line.
    struct Moment {
        double along_m, speed_m_s, acceleration_m_s2;
    };
    /// Returns the motion at a time. Requires Needs::places, as do the functions below.
    Moment moment_at(double time_s) const;
    driving::Point point_at(double along_m) const;
    double driven_m() const { return along_.back(); }
    /// Returns the distance along the line at which the line is nearest to `p`. Searches from `near_m` in the
    /// direction in which the line comes nearer to `p`, and stops where the line leads away again.
    double nearest_along_m(driving::Point p, double near_m) const;

  private:
    std::size_t row_at(double time_s) const;

    std::vector<double> times_;  // s, ascending, from 0
    std::vector<DriverInputs> inputs_;
    std::vector<double> along_;         // m, one for each row
    std::vector<double> speeds_;        // m/s, one for each row
    std::vector<driving::Point> line_;  // the driven line at even steps
};

}  // namespace synchrono::pcp::recorded
