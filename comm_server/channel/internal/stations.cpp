#include "comm_server/channel/internal/stations.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/contract.hpp"

namespace synchrono::comm_server::channel {

Stations::Stations(double reach_m) : cell_m_(reach_m / kCellsAround) { SYN_REQUIRE(reach_m > 0); }

Stations::Places::iterator Stations::first_cell_from(std::uint64_t key) {
    return std::lower_bound(by_place_.begin(), by_place_.end(), key,
                            [](const auto& cell, std::uint64_t k) { return cell.first < k; });
}

std::int32_t Stations::grid(double at_m) const {
    constexpr double kEdge = 1 << 30;
    const double at = std::floor(at_m / cell_m_);
    return at > -kEdge ? static_cast<std::int32_t>(std::min(at, kEdge)) : -(1 << 30);
}

void Stations::place(AgentId station, geo::Vec3 position) {
    SYN_REQUIRE(station.value < kMax);
    if (station.value >= entries_.size()) {
        entries_.resize(station.value + 1);
        const std::size_t words = (entries_.size() + 63) / 64;
        for (Cell& cell : cells_) cell.bits.resize(words);
        found_.resize(words);
    }
    Entry& entry = entries_[station.value];
    entry.is_at_rest = entry.cell != kNowhere && entry.position == position;
    if (entry.is_at_rest) return;
    entry.position = position;
    ++entry.move_count;
    const std::int32_t column = grid(position.x), row = grid(position.y);
    if (entry.cell != kNowhere) {
        if (cells_[entry.cell].column == column && cells_[entry.cell].row == row) return;
        leave_cell(station.value);
    }
    const std::uint64_t wanted = key(column, row);
    const auto found = first_cell_from(wanted);
    std::uint32_t index = 0;
    if (found != by_place_.end() && found->first == wanted) {
        index = found->second;
    } else {
        if (free_cells_.empty()) {
            free_cells_.push_back(static_cast<std::uint32_t>(cells_.size()));
            cells_.push_back({0, 0, 0, std::vector<std::uint64_t>(found_.size())});
        }
        index = free_cells_.back();
        free_cells_.pop_back();
        cells_[index].column = column;
        cells_[index].row = row;
        by_place_.insert(found, {wanted, index});
    }
    Cell& cell = cells_[index];
    ++cell.stations;
    cell.bits[station.value / 64] |= std::uint64_t{1} << (station.value % 64);
    entry.cell = index;
}

void Stations::leave_cell(std::uint32_t station) {
    Entry& entry = entries_[station];
    Cell& cell = cells_[entry.cell];
    cell.bits[station / 64] &= ~(std::uint64_t{1} << (station % 64));
    if (--cell.stations == 0) {
        by_place_.erase(first_cell_from(key(cell.column, cell.row)));
        free_cells_.push_back(entry.cell);
    }
    entry.cell = kNowhere;
}

void Stations::remove(AgentId station) {
    SYN_REQUIRE(has(station));
    leave_cell(station.value);
}

void Stations::collect(std::uint32_t center) {
    const Entry& entry = entries_[center];
    SYN_REQUIRE(entry.cell != kNowhere);
    const std::int32_t column = cells_[entry.cell].column, row = cells_[entry.cell].row;
    std::fill(found_.begin(), found_.end(), 0);
    for (std::int32_t x = column - kCellsAround; x <= column + kCellsAround; ++x) {
        const std::uint64_t last = key(x, row + kCellsAround);
        for (auto at = first_cell_from(key(x, row - kCellsAround));
             at != by_place_.end() && at->first <= last; ++at) {
            const std::vector<std::uint64_t>& bits = cells_[at->second].bits;
            for (std::size_t w = 0; w < found_.size(); ++w) found_[w] |= bits[w];
        }
    }
}

}  // namespace synchrono::comm_server::channel
