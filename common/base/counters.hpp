/// Counters for every drop, retry and stall. A set of counters is an enum and a table with a row for each;
/// each is written by one thread and may be read by any.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace synchrono {

/// How the same counter of several programs becomes one number.
enum class OverPrograms { sum, largest };

/// A counter's row: its spelling in logs and reports, and what it comes to over several programs.
struct CounterName {
    std::string_view text;
    OverPrograms over_programs;

    /// Most counters add up, so a row that is nothing but a spelling does.
    constexpr CounterName(const char* spelling) : CounterName(spelling, OverPrograms::sum) {}
    constexpr CounterName(std::string_view spelling, OverPrograms over)
        : text(spelling), over_programs(over) {}
};

/// The rows of a set of counters, in the order of its enum, whose last member is `count_`. One with too few
/// rows does not compile.
template <typename Key>
using CounterNames = std::array<CounterName, static_cast<std::size_t>(Key::count_)>;

/// `Key` is an enum class whose last member is `count_`. Threading: one writer; any reader.
template <typename Key>
class Counters {
  public:
    static constexpr std::size_t kSize = static_cast<std::size_t>(Key::count_);

    void add(Key key, std::uint64_t n = 1) {
        // A plain load and store: there is one writer, and a locked add on a hot path would cost for nothing.
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
    /// Calls `visit(name, value)` for each, with its row, in the order of the enum.
    template <typename Visit>
    void each(const CounterNames<Key>& names, Visit visit) const {
        for (std::size_t i = 0; i < kSize; ++i) visit(names[i], values_[i].load(std::memory_order_relaxed));
    }

  private:
    std::array<std::atomic<std::uint64_t>, kSize> values_{};
};

}  // namespace synchrono
