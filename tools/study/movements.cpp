#include "tools/study/movements.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "pcp/synchrono_map.h"

namespace synchrono::tools::study {
namespace {

constexpr SimDuration kEvery = SimDuration::milliseconds(50);
constexpr double kStanding_m_s = 0.3;
constexpr int kStopAndRemain = 3;  // MovementPhaseState: red

bool contains(const std::vector<std::size_t>& all, std::size_t one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

/// Follows one drive through the streets and adds its passages.
class Follower {
  public:
    Follower(const Drives& drives, const Streets& streets, std::size_t drive, std::vector<Passage>& passages)
        : drives_(drives), streets_(streets), drive_(drive), passages_(passages) {}

    void add_pose(SimTime now, const Pose& pose) {
        const geo::Vec2 forward{std::cos(pose.yaw_rad), std::sin(pose.yaw_rad)};
        const geo::Vec2 front = pose.place + forward * (drives_.drives[drive_].length_m / 2);
        const auto on = streets_.nearest(front, pose.z_m, pose.yaw_rad);
        const double passed_s = last_ ? (now - *last_).to_seconds() : 0;
        last_ = now;
        if (!on) return;
        const Streets::Way& way = streets_.ways[on->way];
        const Moment moment{now, front, pose.speed_m_s(), on->s_m};
        if (way.junction) {
            if (inside_ && *inside_ != *way.junction) finish(std::nullopt, now);
            if (!inside_) {
                inside_ = way.junction;
                crossed_ = moment;
            }
            ++seen_[on->way];
            return;
        }
        if (inside_) finish(on->way, now);
        if (!before_ || *before_ != on->way) {
            // A change of lanes does not end the wait: the vehicle still stands before the same junction.
            if (!before_ || streets_.ways[*before_].road != way.road) waited_s_ = 0;
            before_ = on->way;
            approach_.clear();
        }
        if (moment.speed_m_s < kStanding_m_s) waited_s_ += passed_s;
        // Keeps only moments that may lie beyond the stop line. The place of this line is known only later,
        // from the way that the vehicle takes through the junction.
        if (way.length_m - on->s_m < kStopLineMax_m) approach_.push_back(moment);
    }
    void end() {
        if (inside_) finish(std::nullopt, std::nullopt);
    }

  private:
    static constexpr double kStopLineMax_m = 40;
    /// The vehicle's front and speed at one time, and how far the front is along its way (s_m).
    struct Moment {
        SimTime time;
        geo::Vec2 front;
        double speed_m_s = 0, s_m = 0;
    };

    /// Returns the way through the junction that the vehicle has taken. The way's beginning decides first: at
    /// the lane on which the vehicle came, else at the road on which it came. Among equals the way's end
    /// decides: at the lane onto which the vehicle went, else at that road. Among equals again, takes the way
    /// on which the vehicle was seen most often.
    const Streets::Way* way_through(std::optional<std::size_t> after) const {
        const Streets::Way* best = nullptr;
        std::tuple<int, int, std::size_t> best_rank;
        for (std::size_t i = 0; i < streets_.ways.size(); ++i) {
            const Streets::Way& way = streets_.ways[i];
            if (way.junction != inside_) continue;
            const auto seen = seen_.find(i);
            const int from = !before_ ? 0 : contains(way.previous, *before_) ? 2 : from_road_of(way);
            const int to = !after ? 0 : contains(way.next, *after) ? 2 : to_road_of(way, *after);
            const std::tuple rank{from, to, seen == seen_.end() ? 0 : seen->second};
            if (std::get<0>(rank) == 0 && std::get<2>(rank) == 0) continue;
            if (best == nullptr || rank > best_rank) {
                best = &way;
                best_rank = rank;
            }
        }
        return best;
    }
    int from_road_of(const Streets::Way& way) const {
        return std::any_of(way.previous.begin(), way.previous.end(), [&](std::size_t previous) {
            return streets_.ways[previous].road == streets_.ways[*before_].road;
        });
    }
    int to_road_of(const Streets::Way& way, std::size_t after) const {
        return std::any_of(way.next.begin(), way.next.end(), [&](std::size_t next) {
            return streets_.ways[next].road == streets_.ways[after].road;
        });
    }

    /// Ends the vehicle's stay in the junction. `after` is the way on which the vehicle is at `now`, or none
    /// if that is unknown; `now` is none when the drive has ended.
    void finish(std::optional<std::size_t> after, std::optional<SimTime> now) {
        const bool back = after && before_ && *after == *before_;
        if (const Streets::Way* way = way_through(after); before_ && way != nullptr && !back)
            add_passage(*way, after, now);
        inside_.reset();
        seen_.clear();
        before_.reset();
        approach_.clear();
        waited_s_ = 0;
    }
    /// Adds the passage through `way`.
    void add_passage(const Streets::Way& way, std::optional<std::size_t> after, std::optional<SimTime> now) {
        // The vehicle entered when it passed the stop line, which may lie before the end of the lane.
        const double stop_m = streets_.ways[*before_].length_m - way.stop_m;
        const auto over = std::find_if(approach_.begin(), approach_.end(),
                                       [stop_m](const Moment& moment) { return moment.s_m >= stop_m; });
        const Moment& entered = over == approach_.end() ? crossed_ : *over;
        Passage passage{.drive = drive_,
                        .junction = *inside_,
                        .from_road = streets_.ways[*before_].road,
                        .to_road = after ? streets_.ways[*after].road : std::string(),
                        .turn = way.turn,
                        .entered = entered.time,
                        .left_at = now,
                        .waited_s = waited_s_,
                        .place = entered.front,
                        .speed_m_s = entered.speed_m_s};
        passage.signal = signal_at(way, entered.time);
        passage.ran_red = passage.signal == kStopAndRemain;
        passages_.push_back(std::move(passage));
    }
    std::optional<int> signal_at(const Streets::Way& way, SimTime time) const {
        const Streets::Junction& junction = streets_.junctions[*inside_];
        if (!way.signal_group || !junction.intersection) return std::nullopt;
        for (const SignalHistory& signals : drives_.signals) {
            if (signals.intersection == *junction.intersection && signals.region == junction.region)
                return signals.state_at(*way.signal_group, time);
        }
        return std::nullopt;
    }

    const Drives& drives_;
    const Streets& streets_;
    std::size_t drive_;
    std::vector<Passage>& passages_;
    std::optional<SimTime> last_;
    std::optional<std::size_t> before_;  // the last way outside of junctions
    std::vector<Moment> approach_;       // moments near the end of that way
    double waited_s_ = 0;
    std::optional<std::size_t> inside_;        // the junction in which the vehicle is
    Moment crossed_;                           // when the vehicle was first seen in the junction
    std::map<std::size_t, std::size_t> seen_;  // how often it was seen there on each way
};

}  // namespace

std::string Streets::road_text(const std::string& road) const {
    const auto name = road_names.find(road);
    return name == road_names.end() ? road : name->second + " (" + road + ")";
}

std::vector<Passage> find_passages(const Drives& drives, const Streets& streets) {
    std::vector<Passage> passages;
    if (!streets.nearest) return passages;
    for (std::size_t i = 0; i < drives.drives.size(); ++i) {
        const Drive& drive = drives.drives[i];
        if (drive.kind != Drive::Kind::vehicle) continue;
        Follower follower(drives, streets, i, passages);
        DriveCursor cursor(drive);
        for (SimTime now = drive.first(); now <= drive.last(); now = now + kEvery) {
            if (const auto pose = cursor.at(now)) follower.add_pose(now, *pose);
        }
        follower.end();
    }
    return passages;
}

std::vector<Movement> movements_of(const std::vector<Passage>& passages, const Streets& streets) {
    std::map<std::tuple<std::string, std::string, std::string, int>, Movement> all;
    for (const Passage& passage : passages) {
        const std::string& junction = streets.junctions[passage.junction].name;
        const auto [known, is_new] =
            all.try_emplace({junction, passage.from_road, passage.to_road, passage.turn},
                            Movement{.junction = junction,
                                     .from_road = passage.from_road,
                                     .to_road = passage.to_road,
                                     .turn = passage.turn});
        Movement& movement = known->second;
        ++movement.count;
        movement.waited_s += passage.waited_s;
        if (passage.ran_red) ++movement.red_lights_run;
        if (!passage.left_at) continue;
        ++movement.left_junction;
        movement.through_s += (*passage.left_at - passage.entered).to_seconds();
    }
    std::vector<Movement> list;
    for (auto& [key, movement] : all) {
        movement.waited_s /= static_cast<double>(movement.count);
        if (movement.left_junction > 0) movement.through_s /= static_cast<double>(movement.left_junction);
        list.push_back(std::move(movement));
    }
    return list;
}

std::string turn_name(int turn) {
    switch (turn) {
        case SYN_TURN_LEFT:
            return "left";
        case SYN_TURN_RIGHT:
            return "right";
        case SYN_TURN_U:
            return "U-turn";
        default:
            return "straight";
    }
}

}  // namespace synchrono::tools::study
