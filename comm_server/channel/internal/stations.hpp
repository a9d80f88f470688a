/// The places of the stations of one medium. A grid finds the stations near a station. The cells of the grid
/// are bitmaps over the stations, so that the result is in ascending order without sorting.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/base/ids.hpp"
#include "common/geo/vector.hpp"

namespace synchrono::comm_server::channel {

/// Holds the stations and their places.
/// Threading: one thread.
class Stations {
  public:
    static constexpr std::uint32_t kMax = 1U << 16;  // ids are below this

    /// Makes near() find stations within `reach_m`; if that is infinite, all stations are near.
    explicit Stations(double reach_m);

    /// Sets where a station is, and adds the station if it is new. Requires an id below kMax. A station whose
    /// position is not finite counts as far from all stations with a finite one.
    void place(AgentId station, geo::Vec3 position);
    void remove(AgentId station);

    bool has(AgentId station) const {
        return station.value < entries_.size() && entries_[station.value].cell != kNowhere;
    }
    /// Returns one more than the greatest id so far.
    std::size_t size() const { return entries_.size(); }
    /// Returns the position of a station. Requires that the station is here.
    const geo::Vec3& position(std::uint32_t station) const { return entries_[station].position; }
    /// Returns a number that grows with each change of place.
    std::uint32_t move_count(std::uint32_t station) const { return entries_[station].move_count; }
    /// Returns whether the last call of `place` left the station where it was.
    bool is_at_rest(std::uint32_t station) const { return entries_[station].is_at_rest; }

    /// Calls `visit(id)`, in ascending order, for all stations within reach of `center` and for some that are
    /// further away, but not for `center` itself. Requires that `center` is here.
    template <typename Visit>
    void near(AgentId center, Visit visit) {
        collect(center.value);
        for (std::size_t w = 0; w < found_.size(); ++w) {
            for (std::uint64_t word = found_[w]; word != 0; word &= word - 1) {
                const auto id =
                    static_cast<std::uint32_t>(w * 64) + static_cast<std::uint32_t>(std::countr_zero(word));
                if (id != center.value) visit(id);
            }
        }
    }
    /// Calls `visit(id)` for all stations, ascending.
    template <typename Visit>
    void each(Visit visit) const {
        for (std::uint32_t id = 0; id < entries_.size(); ++id) {
            if (entries_[id].cell != kNowhere) visit(id);
        }
    }

  private:
    static constexpr std::uint32_t kNowhere = ~0U;
    static constexpr std::int32_t kCellsAround = 2;  // cells to search on each side
    struct Entry {
        geo::Vec3 position;
        std::uint32_t cell = kNowhere;
        std::uint32_t move_count = 0;
        bool is_at_rest = false;
    };
    struct Cell {
        std::int32_t column = 0, row = 0;
        std::uint32_t stations = 0;       // their number in this cell
        std::vector<std::uint64_t> bits;  // one for each id
    };
    /// Returns a number for a cell; numbers ascend by column, then by row.
    static std::uint64_t key(std::int32_t column, std::int32_t row) {
        constexpr std::uint32_t kSign = 1U << 31;
        return std::uint64_t{static_cast<std::uint32_t>(column) ^ kSign} << 32 |
               (static_cast<std::uint32_t>(row) ^ kSign);
    }
    using Places = std::vector<std::pair<std::uint64_t, std::uint32_t>>;  // key, index in cells_
    Places::iterator first_cell_from(std::uint64_t key);
    std::int32_t grid(double at_m) const;
    void leave_cell(std::uint32_t station);
    void collect(std::uint32_t center);

    const double cell_m_;
    std::vector<Entry> entries_;
    std::vector<Cell> cells_;
    std::vector<std::uint32_t> free_cells_;
    Places by_place_;  // cells that have stations, ascending by key
    std::vector<std::uint64_t> found_;
};

}  // namespace synchrono::comm_server::channel
