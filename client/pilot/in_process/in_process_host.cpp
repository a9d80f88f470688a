#include "client/pilot/in_process/in_process_host.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vector>

#include "client/module/module.hpp"
#include "client/pilot/in_process/internal/guard.hpp"
#include "client/pilot/in_process/internal/library.hpp"
#include "client/pilot/in_process/internal/pilot_radio.hpp"
#include "client/sensors/c_values.hpp"
#include "common/base/contract.hpp"
#include "common/base/quoted_list.hpp"
#include "pcp/synchrono_pilot.h"
#include "pcp/synchrono_radio.h"

namespace synchrono::client::pilot {
namespace {

constexpr const char* kThrew = "it threw an exception across the C interface";

/// A buffer for the error text that the pilot writes. line() returns the text as one line, or `otherwise` if
/// the text is empty.
class ErrorText {
  public:
    char* data() { return buffer_.data(); }
    std::uint32_t size() const { return static_cast<std::uint32_t>(buffer_.size()); }
    std::string line(std::string_view otherwise) {
        buffer_.back() = '\0';
        std::string text(buffer_.data());
        for (char& c : text)
            if (static_cast<unsigned char>(c) < ' ') c = ' ';
        while (text.ends_with(' ')) text.pop_back();
        return text.empty() ? std::string(otherwise) : text;
    }

  private:
    std::array<char, 512> buffer_{};
};

using sensors::to_c;

SynVehicle to_c(const config::VehicleSpec& v) {
    const config::VehicleFigures whole = config::figures(v);
    return {.wheelbase_m = whole.wheelbase_m,
            .cg_to_front_axle_m = whole.cg_to_front_axle_m,
            .length_m = v.body.length_m,
            .width_m = v.body.width_m,
            .height_m = v.body.height_m,
            .steering_angle_max_rad = whole.steering_angle_max_rad,
            .mass_kg = whole.mass_kg,
            .drive_force_max_n = whole.drive_force_max_n,
            .drive_power_max_w = whole.drive_power_max_w,
            .brake_force_max_n = whole.brake_force_max_n};
}

void pass_note(void* context, std::int32_t severity, const char* text) {
    const auto& setup = *static_cast<const PilotSetup*>(context);
    if (!setup.note || text == nullptr) return;
    setup.note(severity == SYN_NOTE_INFO      ? PilotNote::info
               : severity == SYN_NOTE_WARNING ? PilotNote::warning
                                              : PilotNote::error,
               text);
}

class InProcessHost final : public PilotHost {
  public:
    InProcessHost(InProcessSetup setup, const internal::Library& library)
        : setup_(std::move(setup)), library_(library), guard_(library.code), radio_(setup_.pilot.origin) {}
    InProcessHost(const InProcessHost&) = delete;
    InProcessHost& operator=(const InProcessHost&) = delete;
    ~InProcessHost() override {
        if (pilot_ == nullptr) return;
        bool threw = false;
        const auto mishap = guard_.run(setup_.limit, [&] {
            try {
                library_.destroy(pilot_);
            } catch (...) {
                threw = true;
            }
        });
        if (!mishap && !threw) return;
        const std::string why = mishap ? mishap.to_text() : "it threw an exception";
        pass_note(&setup_.pilot, SYN_NOTE_ERROR,
                  fmt::format("{} failed while it was destroyed: {}", label_of(setup_), why).c_str());
    }

    /// Creates the pilot. Returns why that failed, or an empty text.
    std::string create() {
        const SynPilotSetup setup{.struct_size = sizeof(SynPilotSetup),
                                  .agent = setup_.pilot.agent.value,
                                  .name = setup_.pilot.name.c_str(),
                                  .config_json = setup_.pilot.config_json.c_str(),
                                  .seed = setup_.pilot.seed,
                                  .vehicle = to_c(setup_.pilot.vehicle),
                                  .note = pass_note,
                                  .note_context = &setup_.pilot,
                                  .map = setup_.pilot.map};
        ErrorText error;
        bool threw = false;
        const auto mishap = guard_.run(setup_.create_limit, [&] {
            try {
                pilot_ = library_.create(&setup, error.data(), error.size());
            } catch (...) {
                threw = true;
            }
        });
        if (mishap) return "while it was created, " + mishap.to_text();
        if (threw) return kThrew;
        return pilot_ != nullptr ? std::string()
                                 : error.line("syn_pilot_create returned no pilot and no error text");
    }

    void begin_step(const Perception& perception) override {
        perception_ = perception;
        others_.clear();
        for (const body::Obstacle& other : perception.others)
            others_.push_back({other.agent.value, static_cast<std::uint32_t>(other.seen_as), other.length_m,
                               other.width_m, other.height_m, to_c(other.motion)});
        copy_signals();
    }

    /// Lets the pilot compute. This happens here and not in begin_step(), so that notes and faults come in
    /// the order of the agents.
    std::optional<PilotAnswer> finish_step() override {
        SYN_REQUIRE(fault_.empty());
        radio_.open(perception_.radio);
        const SynPilotInput input{.struct_size = sizeof(SynPilotInput),
                                  .others_count = static_cast<std::uint32_t>(others_.size()),
                                  .others = others_.data(),
                                  .time_ns = perception_.now.count_ns(),
                                  .period_ns = perception_.period.count_ns(),
                                  .ego = to_c(perception_.ego),
                                  .radio = radio_.c_radio(),
                                  .signals = signals_.data(),
                                  .signals_count = static_cast<std::uint32_t>(signals_.size()),
                                  .reserved = 0,
                                  .sensors = perception_.sensors};
        SynPilotOutput output{
            .struct_size = sizeof(SynPilotOutput), .leave = 0, .steering = 0, .throttle = 0, .braking = 0};
        ErrorText error;
        std::int32_t code = 0;
        bool threw = false;
        const auto mishap = guard_.run(setup_.limit, [&] {
            try {
                code = library_.step(pilot_, &input, &output, error.data(), error.size());
            } catch (...) {
                threw = true;
            }
        });
        if (mishap) pilot_ = nullptr;  // the pilot may be in any state: do not call it again
        fault_ = mishap      ? mishap.to_text()
                 : threw     ? kThrew
                 : code != 0 ? error.line("syn_pilot_step returned an error without a text")
                             : std::string();
        return PilotAnswer{.controls = body::DriverInputs{.steering = output.steering,
                                                          .throttle = output.throttle,
                                                          .braking = output.braking},
                           .valid_from = perception_.now,
                           .messages = radio_.close(),
                           .leaves = output.leave != 0};
    }

    std::string_view fault() const override { return fault_; }

  private:
    void copy_signals() {
        signals_.clear();
        groups_.clear();
        for (const body::SignalsInSight* one : perception_.signals) {
            for (const body::Lamp& lamp : one->groups) {
                groups_.push_back({.group = lamp.group,
                                   .state = static_cast<std::int32_t>(lamp.state),
                                   .min_end_ns = SYN_TIME_UNKNOWN,
                                   .max_end_ns = SYN_TIME_UNKNOWN,
                                   .likely_end_ns = SYN_TIME_UNKNOWN,
                                   .next_ns = SYN_TIME_UNKNOWN});
            }
            signals_.push_back({.region = one->region,
                                .intersection = one->intersection,
                                .revision = 0,
                                .status = 0,
                                .name = "",
                                .time_ns = perception_.now.count_ns(),
                                .groups = nullptr,
                                .groups_count = static_cast<std::uint32_t>(one->groups.size()),
                                .reserved = 0});
        }
        const SynSignalGroup* first = groups_.data();  // groups_ is complete and will not move
        for (SynSignals& one : signals_) {
            one.groups = first;
            first += one.groups_count;
        }
    }

    InProcessSetup setup_;
    internal::Library library_;
    internal::Guard guard_;
    internal::PilotRadio radio_;
    void* pilot_ = nullptr;
    Perception perception_;
    std::vector<SynOther> others_;
    std::vector<SynSignals> signals_;
    std::vector<SynSignalGroup> groups_;  // of all signals_, one after the other
    std::string fault_;
};

/// Returns the end of the error that there is no pilot of this name: the names in the folder of pilots.
std::string known_pilots(const std::string& name, const std::filesystem::path& directory) {
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(directory, error), end; entry != end;
         entry.increment(error)) {
        const std::string stem = entry->path().stem().string();
        if (entry->path().extension() == ".so" && stem.starts_with("lib")) names.push_back(stem.substr(3));
    }
    std::sort(names.begin(), names.end());
    return expected_one_of(name, names, [](const std::string& one) { return one; });
}

Result<internal::Library> library_of(const InProcessSetup& setup) {
    const std::filesystem::path file = file_of(setup.library, setup.directory);
    auto library = internal::open_library(file, setup.create_limit);
    if (library) return library;
    std::error_code ignored;
    const bool is_name = setup.library.find('/') == std::string::npos;
    return fail(fmt::format("{}: {}{}", label_of(setup), library.error().text,
                            is_name && !std::filesystem::exists(file, ignored)
                                ? known_pilots(setup.library, setup.directory)
                                : ""));
}

}  // namespace

std::filesystem::path default_pilot_directory() { return module::module_directory() / "pilots"; }

std::filesystem::path file_of(const std::string& library, const std::filesystem::path& directory) {
    return library.find('/') == std::string::npos ? directory / ("lib" + library + ".so")
                                                  : std::filesystem::path(library);
}

std::string label_of(const InProcessSetup& setup) {
    return fmt::format("agent '{}': pilot '{}'", setup.pilot.name, setup.library);
}

Result<void> check_pilot_library(const InProcessSetup& setup) {
    const auto library = library_of(setup);
    if (!library) return tl::unexpected(library.error());
    return {};
}

Result<std::unique_ptr<PilotHost>> load_pilot(InProcessSetup setup) {
    const auto library = library_of(setup);
    if (!library) return tl::unexpected(library.error());
    const std::string what =
        fmt::format("{}: {}", label_of(setup), file_of(setup.library, setup.directory).string());
    auto host = std::make_unique<InProcessHost>(std::move(setup), *library);
    if (const std::string why = host->create(); !why.empty()) return fail(fmt::format("{}: {}", what, why));
    return host;
}

}  // namespace synchrono::client::pilot
