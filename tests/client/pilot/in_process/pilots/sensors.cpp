// A pilot that writes as notes which samples it gets from its sensors, and their addresses in memory.

#include <cstdint>
#include <string>

#include "pcp/pilot.hpp"

namespace {

namespace pcp = synchrono::pcp;

class Measurer final : public pcp::Pilot {
  public:
    explicit Measurer(const pcp::Setup& setup) : setup_(setup) {}

    pcp::DriverInputs step(const pcp::Input& input) override {
        if (!input.sensors) note("no sensors");
        for (const SynSample& s : input.sensors.samples()) {
            const std::string who = std::string(input.sensors.of(s).name) + " " + std::to_string(s.index);
            if (const SynGps* fix = pcp::gps(s)) note(who + ": gps" + at(fix));
            if (const SynImu* imu = pcp::imu(s)) note(who + ": imu" + at(imu));
            if (const auto* w = pcp::wheel_speeds(s)) note(who + ": wheels" + at(pcp::speeds(*w).data()));
            if (const SynSteeringAngle* angle = pcp::steering_angle(s)) note(who + ": steering" + at(angle));
            if (const SynMotion* state = pcp::true_state(s)) note(who + ": state" + at(state));
            if (const auto* cloud = pcp::point_cloud(s))
                note(who + ": points" + at(pcp::points(*cloud).data()));
            if (const auto* scan = pcp::radar_scan(s))
                note(who + ": radar" + at(pcp::detections(*scan).data()));
            if (const SynCamera* camera = pcp::camera(s)) {
                note(who + ": colour" + at(pcp::row<std::uint8_t>(camera->colour, 0).data()));
                note(who + ": depth" + at(pcp::row<float>(camera->depth, 1).data()));
            }
            if (const auto* list = pcp::object_list(s))
                note(who + ": objects" + at(pcp::objects(*list).data()));
        }
        return {};
    }

  private:
    static std::string at(const void* place) {
        return " at " + std::to_string(reinterpret_cast<std::uintptr_t>(place));
    }
    void note(const std::string& text) { setup_.note(setup_.note_context, SYN_NOTE_INFO, text.c_str()); }

    pcp::Setup setup_;
};

}  // namespace

SYN_PILOT(Measurer);
