/// Counters, for example of drops, retries and stalls. A set of counters consists of an enum and a table with
/// one row for each member. One thread writes a set; any thread may read it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace synchrono {

/// Says how the values that several programs have for the same counter become one number.
enum class OverPrograms { sum, largest };

/// One counter's row: its name in logs and reports, and how to combine it over several programs.
struct CounterName {
    std::string_view text;
    OverPrograms over_programs;

    /// Makes a row from a name alone. Such a counter is summed over programs, as most counters are.
    constexpr CounterName(const char* spelling) : CounterName(spelling, OverPrograms::sum) {}
    constexpr CounterName(std::string_view spelling, OverPrograms over)
        : text(spelling), over_programs(over) {}
};

/// The rows of a set of counters, in the order of its enum, whose last member is `count_`. A table with too
/// few rows does not compile.
template <typename Key>
using CounterNames = std::array<CounterName, static_cast<std::size_t>(Key::count_)>;

/// Holds a set of counters. `Key` is an enum class whose last member is `count_`.
/// Threading: one writer; any reader.
template <typename Key>
class Counters {
  public:
    static constexpr std::size_t kSize = static_cast<std::size_t>(Key::count_);

    void add(Key key, std::uint64_t n = 1) {
        // A plain load and store suffices, since only one thread writes; a locked add would slow hot paths
        // down.
        auto& value = values_[static_cast<std::size_t>(key)];
        value.store(value.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
    }
    void raise_to(Key key, std::uint64_t n) {
        auto& value = values_[static_cast<std::size_t>(key)];
        if (value.load(std::memory_order_relaxed) < n) value.store(n, std::memory_order_relaxed);
    }
    std::uint64_t get(Key key) const {
        return values_[static_cast<std::size_t>(key)].load(std::memory_order_relaxed);
    }
    /// Calls `visit(name, value)` for each counter, `name` being its row, in the order of the enum.
    template <typename Visit>
    void each(const CounterNames<Key>& names, Visit visit) const {
        for (std::size_t i = 0; i < kSize; ++i) visit(names[i], values_[i].load(std::memory_order_relaxed));
    }

  private:
    std::array<std::atomic<std::uint64_t>, kSize> values_{};
};

}  // namespace synchrono
