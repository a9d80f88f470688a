#include "tools/sensors/sensor_rows.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

#include "common/base/contract.hpp"
#include "proto/foxglove.pb.h"
#include "proto/sensor.pb.h"
#include "tools/reading/run_logs.hpp"
#include "tools/text/text.hpp"

namespace synchrono::tools::sensors {
namespace {

/// Builds the rows of one message. Every row begins with the time.
class Table {
  public:
    Table(std::string_view columns, SimTime time) : time_(time) {
        table_.head = fmt::format("time_ns,{}", columns);
    }
    void add_column(std::string_view name) { table_.head.append(",").append(name); }
    /// Begins a row with these cells; add_cell() adds cells to it.
    template <typename... Cells>
    void begin_row(const Cells&... cells) {
        table_.rows += fmt::format("{}{}", table_.count++ == 0 ? "" : "\n", time_.count_ns());
        (add_cell(cells), ...);
    }
    template <typename Cell>
    void add_cell(const Cell& cell) {
        fmt::format_to(std::back_inserter(table_.rows), ",{}", cell);
    }
    SensorRows finish() {
        if (table_.count > 0) table_.rows += "\n";
        table_.head += "\n";
        return std::move(table_);
    }

  private:
    SimTime time_;
    SensorRows table_;
};

/// Returns the value of a key in the message's metadata, or "" if the message has none.
template <typename Message>
std::string fact(const Message& message, std::string_view key) {
    for (const auto& one : message.metadata()) {
        if (one.key() == key) return text::csv_field(one.value());
    }
    return {};
}

using Rows = std::optional<SensorRows>;

Rows rows_of(const foxglove::LocationFix& fix, SimTime time) {
    Table table(
        "latitude_deg,longitude_deg,altitude_m,variance_east_m2,variance_north_m2,variance_up_m2,fix,"
        "satellites,hdop,vdop,x_m,y_m,z_m,speed_m_s,yaw_rad",
        time);
    if (fix.position_covariance_size() != 9) return std::nullopt;
    table.begin_row(fix.latitude(), fix.longitude(), fix.altitude(), fix.position_covariance(0),
                    fix.position_covariance(4), fix.position_covariance(8));
    for (const auto* key : {"fix", "satellites", "hdop", "vdop", "x_m", "y_m", "z_m", "speed_m_s", "yaw_rad"})
        table.add_cell(fact(fix, key));
    return table.finish();
}

Rows rows_of(const ImuSample& imu, SimTime time) {
    Table table("ax_m_s2,ay_m_s2,az_m_s2,wx_rad_s,wy_rad_s,wz_rad_s,saturated", time);
    const auto &a = imu.acceleration_m_s2(), &w = imu.angular_velocity_rad_s();
    table.begin_row(a.x(), a.y(), a.z(), w.x(), w.y(), w.z(), imu.saturated());
    return table.finish();
}

Rows rows_of(const WheelSpeeds& wheels, SimTime time) {
    Table table("radius_m", time);
    table.begin_row(wheels.radius_m());
    for (int i = 0; i < wheels.speed_rad_s_size(); ++i) {
        table.add_column(fmt::format("wheel{}_rad_s", i));
        table.add_cell(wheels.speed_rad_s(i));
    }
    return table.finish();
}

Rows rows_of(const SteeringAngle& steering, SimTime time) {
    Table table("angle_rad", time);
    table.begin_row(steering.angle_rad());
    return table.finish();
}

Rows rows_of(const TrueState& state, SimTime time) {
    Table table(
        "x_m,y_m,z_m,qw,qx,qy,qz,vx_m_s,vy_m_s,vz_m_s,wx_rad_s,wy_rad_s,wz_rad_s,ax_m_s2,ay_m_s2,az_m_s2",
        time);
    const auto& q = state.pose().orientation();
    const auto &p = state.pose().position(), &v = state.velocity_m_s(), &w = state.angular_velocity_rad_s(),
               &a = state.acceleration_m_s2();
    table.begin_row(p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z(), v.x(), v.y(), v.z(), w.x(), w.y(), w.z(),
                    a.x(), a.y(), a.z());
    return table.finish();
}

Rows rows_of(const foxglove::SceneUpdate& scene, SimTime time) {
    Table table("id,kind,x_m,y_m,z_m,yaw_rad,length_m,width_m,height_m,vx_m_s,vy_m_s,vz_m_s,visible", time);
    for (const auto& entity : scene.entities()) {
        if (entity.cubes_size() != 1) return std::nullopt;
        const auto& p = entity.cubes(0).pose().position();
        const auto& size = entity.cubes(0).size();
        table.begin_row(text::csv_field(entity.id()), fact(entity, "kind"), p.x(), p.y(), p.z(),
                        fact(entity, "yaw_rad"), size.x(), size.y(), size.z(), fact(entity, "vx_m_s"),
                        fact(entity, "vy_m_s"), fact(entity, "vz_m_s"), fact(entity, "visible"));
    }
    return table.finish();
}

Rows rows_of(const foxglove::FrameTransforms& frames, SimTime time) {
    Table table("parent,child,x_m,y_m,z_m,qw,qx,qy,qz", time);
    for (const auto& frame : frames.transforms()) {
        const auto& p = frame.translation();
        const auto& q = frame.rotation();
        table.begin_row(text::csv_field(frame.parent_frame_id()), text::csv_field(frame.child_frame_id()),
                        p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z());
    }
    return table.finish();
}

/// A type of message that has a table.
struct Kind {
    std::string_view table, type;
    Rows (*rows)(ByteView payload, SimTime time);
};
template <typename Message>
Kind kind_of(std::string_view table) {
    return {table, Message::descriptor()->full_name(), [](ByteView payload, SimTime time) {
                Message message;
                return reading::parse(payload, message) ? rows_of(message, time) : std::nullopt;
            }};
}

const Kind* find_kind(std::string_view type) {
    static const std::array kinds{kind_of<foxglove::LocationFix>("gps"),
                                  kind_of<ImuSample>("imu"),
                                  kind_of<WheelSpeeds>("wheel_speeds"),
                                  kind_of<SteeringAngle>("steering"),
                                  kind_of<TrueState>("state"),
                                  kind_of<foxglove::SceneUpdate>("objects"),
                                  kind_of<foxglove::FrameTransforms>("frames")};
    const auto* found =
        std::find_if(kinds.begin(), kinds.end(), [type](const Kind& kind) { return kind.type == type; });
    return found == kinds.end() ? nullptr : found;
}

}  // namespace

std::string_view table_of(std::string_view type) {
    const Kind* kind = find_kind(type);
    return kind == nullptr ? std::string_view() : kind->table;
}

std::optional<SensorRows> rows_of(std::string_view type, ByteView payload, SimTime time) {
    const Kind* kind = find_kind(type);
    SYN_REQUIRE(kind != nullptr);
    return kind->rows(payload, time);
}

}  // namespace synchrono::tools::sensors
