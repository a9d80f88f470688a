/// Makes Chrono systems with a scenario's settings, and keeps Chrono from writing to standard output, which
/// belongs to the program.
#pragma once

#include <chrono/physics/ChSystem.h>
#include <memory>
#include <sstream>
#include <string>

#include "common/config/chrono.hpp"
#include "common/geo/vector.hpp"

namespace synchrono::client::engine::internal {

namespace ch = ::chrono;

/// Collects what is written to std::cout and std::cerr, for as long as it lives.
/// Threading: one thread; no other thread writes to std::cout or std::cerr meanwhile.
class CapturedOutput {
  public:
    CapturedOutput();
    ~CapturedOutput();
    CapturedOutput(const CapturedOutput&) = delete;
    CapturedOutput& operator=(const CapturedOutput&) = delete;

    /// Returns what was written to std::cerr so far, on one line.
    std::string complaint() const;

  private:
    std::ostringstream output_, errors_;
    std::streambuf *out_, *err_;
};

std::unique_ptr<ch::ChSystem> make_system(const config::ChronoSettings& settings);

inline ch::ChVector3d to_chrono(const geo::Vec3& v) { return {v.x, v.y, v.z}; }
inline geo::Vec3 from_chrono(const ch::ChVector3d& v) { return {v.x(), v.y(), v.z()}; }
inline ch::ChQuaterniond to_chrono(const geo::Quaternion& q) { return {q.w, q.x, q.y, q.z}; }
inline geo::Quaternion from_chrono(const ch::ChQuaterniond& q) { return {q.e0(), q.e1(), q.e2(), q.e3()}; }

}  // namespace synchrono::client::engine::internal
