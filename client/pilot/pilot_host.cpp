#include "client/pilot/pilot_host.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <dlfcn.h>
#include <fmt/format.h>
#include <system_error>
#include <utility>
#include <vector>

#include "client/module/module.hpp"
#include "client/pilot/internal/guard.hpp"
#include "client/sensors/c_values.hpp"
#include "pcp/synchrono_pilot.h"
#include "pcp/synchrono_radio.h"

namespace synchrono::client {
namespace {

constexpr const char* kAcross = "it threw an exception across the C interface";
constexpr const char* kBrakes = "the vehicle brakes to a stop";

/// The functions of one library. A library once loaded stays: a pilot's author may have left a thread or an
/// exit handler in it, and several agents share it.
struct Library {
    internal::Code code;
    decltype(&syn_pilot_create) create = nullptr;
    decltype(&syn_pilot_step) step = nullptr;
    decltype(&syn_pilot_destroy) destroy = nullptr;
};

/// A buffer for the pilot's error, and what it says as one line.
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

/// Why this answer cannot be applied; empty when it can.
std::string objection(const SynPilotOutput& output) {
    const auto check = [](std::string_view name, double value, int low) {
        if (!std::isfinite(value)) return fmt::format("{} is not a number", name);
        if (value < low || value > 1) return fmt::format("{} is {}, outside {} to 1", name, value, low);
        return std::string();
    };
    std::string text = check("steering", output.steering, -1);
    if (text.empty()) text = check("throttle", output.throttle, 0);
    if (text.empty()) text = check("braking", output.braking, 0);
    return text;
}

/// For an agent whose pilot could not be had.
class SafeStopHost final : public PilotHost {
  public:
    SafeStopHost(const PilotSetup& setup, std::string_view why)
        : fault_(fmt::format("{}; {}", why, kBrakes)) {
        if (setup.note) setup.note(PilotNote::error, fault_);
    }
    DriverInputs step(SimTime, SimDuration, const VehicleMotion&, std::span<const Obstacle>) override {
        return {.steering = 0, .throttle = 0, .braking = 1};
    }
    const std::string& fault() const override { return fault_; }

  private:
    std::string fault_;
};

class InProcessHost final : public PilotHost {
  public:
    InProcessHost(PilotSetup setup, const Library& library)
        : setup_(std::move(setup)), library_(library), guard_(library.code) {}
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
        pass_note(&setup_, SYN_NOTE_ERROR,
                  fmt::format("agent '{}': pilot '{}' failed while it was destroyed: {}", setup_.name,
                              setup_.library, why)
                      .c_str());
    }

    /// Empty when the pilot is there, else why it is not.
    std::string create() {
        const SynPilotSetup setup{.struct_size = sizeof(SynPilotSetup),
                                  .agent = setup_.agent.value,
                                  .name = setup_.name.c_str(),
                                  .config_json = setup_.config_json.c_str(),
                                  .seed = setup_.seed,
                                  .vehicle = to_c(setup_.vehicle),
                                  .note = pass_note,
                                  .note_context = &setup_,
                                  .map = setup_.map};
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
        if (threw) return kAcross;
        return pilot_ != nullptr ? std::string() : error.line("it was not created and does not say why");
    }

    DriverInputs step(SimTime now, SimDuration period, const VehicleMotion& ego,
                      std::span<const Obstacle> others) override {
        if (!fault_.empty()) return safe_stop();
        others_.clear();
        for (const Obstacle& other : others)
            others_.push_back({other.agent.value, static_cast<std::uint32_t>(other.seen_as), other.length_m,
                               other.width_m, other.height_m, to_c(other.motion)});
        for (SynSignals& one : signals_) one.time_ns = now.count_ns();
        const SynPilotInput input{.struct_size = sizeof(SynPilotInput),
                                  .others_count = static_cast<std::uint32_t>(others_.size()),
                                  .others = others_.data(),
                                  .time_ns = now.count_ns(),
                                  .period_ns = period.count_ns(),
                                  .ego = to_c(ego),
                                  .radio = radio_,
                                  .signals = signals_.data(),
                                  .signals_count = static_cast<std::uint32_t>(signals_.size()),
                                  .reserved = 0,
                                  .sensors = sensors_};
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
        if (mishap) pilot_ = nullptr;  // whatever is left of it, it stays untouched
        const std::string why = mishap      ? mishap.to_text()
                                : threw     ? kAcross
                                : code != 0 ? error.line("it reports an error and does not say which")
                                            : objection(output);
        if (!why.empty()) {
            fault_ = fmt::format("agent '{}': pilot '{}' failed at {} s: {}; {}", setup_.name, setup_.library,
                                 now.to_seconds(), why, kBrakes);
            pass_note(&setup_, SYN_NOTE_ERROR, fault_.c_str());
            return safe_stop();
        }
        steering_ = output.steering;
        leaves_ = leaves_ || output.leave != 0;
        return {output.steering, output.throttle, output.braking};
    }

    void show(std::span<const SignalsInSight* const> signals) override {
        signals_.clear();
        groups_.clear();
        for (const SignalsInSight* one : signals) {
            for (const Lamp& lamp : one->groups) {
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
                                .time_ns = 0,
                                .groups = nullptr,
                                .groups_count = static_cast<std::uint32_t>(one->groups.size()),
                                .reserved = 0});
        }
        const SynSignalGroup* first = groups_.data();  // now that they stay where they are
        for (SynSignals& one : signals_) {
            one.groups = first;
            first += one.groups_count;
        }
    }
    void attach(const SynRadio& radio) override { radio_ = &radio; }
    void attach(const SynSensors& sensors) override { sensors_ = &sensors; }
    const std::string& fault() const override { return fault_; }
    bool leaves() const override { return leaves_; }

  private:
    DriverInputs safe_stop() const { return {.steering = steering_, .throttle = 0, .braking = 1}; }

    PilotSetup setup_;
    Library library_;
    internal::Guard guard_;
    void* pilot_ = nullptr;
    bool leaves_ = false;
    double steering_ = 0;  // the last that was applied
    std::string fault_;
    std::vector<SynOther> others_;
    std::vector<SynSignals> signals_;
    std::vector<SynSignalGroup> groups_;  // of all of them
    const SynRadio* radio_ = nullptr;
    const SynSensors* sensors_ = nullptr;
};

/// What runs in a library while it is opened is the pilot's, too.
Result<Library> open_library(const std::filesystem::path& file, WallDuration limit) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return fail(fmt::format("{}: there is no such file", file.string()));
    internal::Guard guard({});
    void* handle = nullptr;
    bool threw = false;
    const auto opened = guard.run(limit, [&] {
        try {
            handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
        } catch (...) {
            threw = true;
        }
    });
    if (opened || threw) {
        return fail(fmt::format("{}: while it was loaded, {}", file.string(),
                                opened ? opened.to_text() : "it threw an exception"));
    }
    if (handle == nullptr) {
        const char* why = dlerror();  // names the file itself
        return fail(fmt::format("cannot be loaded: {}", why != nullptr ? why : file.string()));
    }
    const char* missing = nullptr;
    const auto find = [&]<typename Function>(const char* name, Function& function) {
        function = reinterpret_cast<Function>(dlsym(handle, name));
        if (function == nullptr && missing == nullptr) missing = name;
    };
    Library library;
    library.code = internal::code_of(handle);
    decltype(&syn_pilot_abi_version) abi_version = nullptr;
    find("syn_pilot_abi_version", abi_version);
    if (abi_version != nullptr) {
        // First of all: of another version, not even the other names are certain.
        std::uint32_t version = 0;
        const auto asked = guard.run(limit, [&] {
            try {
                version = abi_version();
            } catch (...) {
                threw = true;
            }
        });
        if (asked || threw) {
            return fail(fmt::format("{}: asked for its version, {}", file.string(),
                                    asked ? asked.to_text() : "it threw an exception"));
        }
        if (version != SYN_PILOT_ABI_VERSION)
            return fail(fmt::format("{}: is built for version {} of the pilot interface, this program has {}",
                                    file.string(), version, SYN_PILOT_ABI_VERSION));
    }
    find("syn_pilot_create", library.create);
    find("syn_pilot_step", library.step);
    find("syn_pilot_destroy", library.destroy);
    if (missing != nullptr) return fail(fmt::format("{}: is no pilot, it lacks {}", file.string(), missing));
    return library;
}

std::string who(const PilotSetup& setup) {
    return fmt::format("agent '{}': pilot '{}'", setup.name, setup.library);
}

std::filesystem::path file_of(const PilotSetup& setup) {
    return setup.library.find('/') == std::string::npos ? setup.directory / ("lib" + setup.library + ".so")
                                                        : std::filesystem::path(setup.library);
}

Result<Library> library_of(const PilotSetup& setup) {
    return open_library(file_of(setup), setup.create_limit).map_error([&](const Error& error) {
        return Error{fmt::format("{}: {}", who(setup), error.text)};
    });
}

}  // namespace

std::filesystem::path default_pilot_directory() { return module_directory() / "pilots"; }

Result<void> check_pilot_library(const PilotSetup& setup) {
    const auto library = library_of(setup);
    if (!library) return tl::unexpected(library.error());
    return {};
}

Result<std::unique_ptr<PilotHost>> load_pilot(PilotSetup setup) {
    const auto library = library_of(setup);
    if (!library) return tl::unexpected(library.error());
    const std::string what = fmt::format("{}: {}", who(setup), file_of(setup).string());
    auto host = std::make_unique<InProcessHost>(std::move(setup), *library);
    if (const std::string why = host->create(); !why.empty()) return fail(fmt::format("{}: {}", what, why));
    return host;
}

std::unique_ptr<PilotHost> make_safe_stop(const PilotSetup& setup, std::string_view why) {
    return std::make_unique<SafeStopHost>(setup, why);
}

}  // namespace synchrono::client
