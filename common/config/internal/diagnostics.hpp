/// Collects every problem of a file from outside, so that the user mends them in one go and not one a run.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.hpp"

namespace synchrono::config {

/// Threading: one thread.  Owns: the texts.
class Diagnostics {
  public:
    /// `where` is "file:line", a file, or a program's option, and empty of a text that lies in no file; `key`
    /// may be empty.
    void add(std::string_view where, std::string_view key, std::string_view what);
    bool empty() const { return count_ == 0; }
    std::size_t count() const { return count_; }
    /// One problem a line, in the order found. Beyond the first twenty only their number is told.
    Error error() const;

  private:
    std::vector<std::string> lines_;
    std::size_t count_ = 0;
};

}  // namespace synchrono::config
