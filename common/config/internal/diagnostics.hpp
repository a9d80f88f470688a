/// Collects all problems of a file that a person has written, so that the person can mend them all at once.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/result.hpp"

namespace synchrono::config {

/// A list of problems. Threading: one thread.  Owns: the texts.
class Diagnostics {
  public:
    /// Adds a problem. `where` is "file:line", a file, or a program's option; it is empty for a text that is
    /// not from a file. `key` may be empty.
    void add(std::string_view where, std::string_view key, std::string_view what);
    /// Leaves out later problems with this text, because they follow from one that was added already.
    void leave_out(std::string what) { left_out_.insert(std::move(what)); }
    bool empty() const { return count_ == 0; }
    std::size_t count() const { return count_; }
    /// Returns the problems as lines, in the order in which they were added: the first twenty, then the
    /// number of further problems.
    Error error() const;

  private:
    std::vector<std::string> lines_;
    std::set<std::string, std::less<>> left_out_;
    std::size_t count_ = 0;
};

}  // namespace synchrono::config
