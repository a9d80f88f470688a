/// The places of the stations of one medium, and who might be near whom. They are in a grid whose cells are
/// bitmaps over the stations, so that neighbours are found in ascending order without sorting.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/base/ids.hpp"
#include "common/geo/vector.hpp"

namespace synchrono::comm_server {

/// Threading: one thread.
class Stations {
  public:
    static constexpr std::uint32_t kMax = 1U << 16;  // ids are below this

    /// Neighbours are searched within `reach_m`; if that is infinite, everybody is near.
    explicit Stations(double reach_m);

    /// Sets where a station is, and adds it if it is new. Requires an id below kMax. A place that is not
    /// finite is far from everybody.
    void place(AgentId station, geo::Vec3 position);
    void remove(AgentId station);

    bool has(AgentId station) const {
        return station.value < here_.size() && here_[station.value].cell != kNowhere;
    }
    /// Returns one more than the greatest id so far.
    std::size_t size() const { return here_.size(); }
    /// Requires a station that is here.
    const geo::Vec3& position(std::uint32_t station) const { return here_[station].position; }
    /// Returns a number that grows with each change of place.
    std::uint32_t moves(std::uint32_t station) const { return here_[station].moves; }
    /// Returns whether the last `place` left the station where it was.
    bool rests(std::uint32_t station) const { return here_[station].rests; }

    /// Calls `visit(id)` for all stations in the cells around `center`, ascending, without `center` itself.
    /// Some are beyond the reach. Requires a station that is here.
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
    template <typename Visit>
    void each(Visit visit) const {
        for (std::uint32_t id = 0; id < here_.size(); ++id) {
            if (here_[id].cell != kNowhere) visit(id);
        }
    }

  private:
    static constexpr std::uint32_t kNowhere = ~0U;
    static constexpr std::int32_t kAround = 2;  // cells to search on each side
    struct Here {
        geo::Vec3 position;
        std::uint32_t cell = kNowhere;
        std::uint32_t moves = 0;
        bool rests = false;
    };
    struct Cell {
        std::int32_t column = 0, row = 0;
        std::uint32_t stations = 0;
        std::vector<std::uint64_t> bits;
    };
    /// Returns a number for a cell; numbers ascend by column, then by row.
    static std::uint64_t key(std::int32_t column, std::int32_t row) {
        constexpr std::uint32_t kSign = 1U << 31;
        return std::uint64_t{static_cast<std::uint32_t>(column) ^ kSign} << 32 |
               (static_cast<std::uint32_t>(row) ^ kSign);
    }
    using Places = std::vector<std::pair<std::uint64_t, std::uint32_t>>;  // key, index in cells_
    Places::iterator from(std::uint64_t key);
    std::int32_t grid(double at_m) const;
    void leave_cell(std::uint32_t station);
    void collect(std::uint32_t center);

    const double cell_m_;
    std::vector<Here> here_;
    std::vector<Cell> cells_;
    std::vector<std::uint32_t> free_cells_;
    Places by_place_;  // cells that have stations, ascending by key
    std::vector<std::uint64_t> found_;
};

}  // namespace synchrono::comm_server
