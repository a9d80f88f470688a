#include "tools/drive/vehicle_command.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <json/json.h>
#include <memory>
#include <vector>

#include "client/engine/engine_registry.hpp"
#include "common/base/nearest_name.hpp"
#include "common/base/quoted_list.hpp"
#include "common/config/data_file.hpp"
#include "common/config/vehicle.hpp"
#include "tools/drive/drive.hpp"
#include "tools/drive/drive_picture.hpp"

namespace synchrono::tools::drive {
namespace {

namespace fs = std::filesystem;

struct DriveOptions {
    std::string vehicle, manoeuvre, inputs, against, engine = "embedded", out = "drive";
    std::optional<double> speed;
    double friction = 0.9;
    double step_ms = 1;
    bool json = false;
};

constexpr int kUsage = 2;

int complain(std::string_view text) {
    fmt::print(stderr, "synchrono vehicle: {}\n", text);
    return kUsage;
}

/// Loads the vehicle file `name` or, if `name` is not a path, the file of that name in the folder vehicles/
/// or in the folder of installed vehicles.
Result<config::VehicleSpec> find_vehicle(const std::string& name) {
    if (name.find('/') != name.npos || name.ends_with(".json")) return config::load_vehicle(name);
    const std::vector<fs::path> folders{"vehicles", config::installed_folder("vehicles")};
    const fs::path places[] = {folders[0] / (name + ".json"), folders[1] / (name + ".json")};
    std::error_code error;
    for (const fs::path& place : places) {
        if (fs::exists(place, error)) return config::load_vehicle(place);
    }
    return fail(fmt::format(
        "no vehicle '{}'; looked for {} and {}{}", name, places[0].string(), places[1].string(),
        expected_one_of(name, config::data_names(folders), [](const std::string& known) { return known; })));
}

std::string manoeuvre_list() {
    std::string text = "Manoeuvres:";
    for (const ManoeuvreName& name : manoeuvre_names())
        text += fmt::format("\n  {:<16} {}", name.name, name.description);
    return text;
}

Json::Value or_null(const std::optional<double>& value) {
    return value ? Json::Value(*value) : Json::Value();
}

void print_errors(const DriveOptions& options, const std::string& vehicle, const DriveErrors& errors) {
    if (options.json) {
        Json::Value root;
        root["vehicle"] = vehicle;
        root["nrmse"]["speed"] = errors.speed;
        root["nrmse"]["yaw_rate"] = or_null(errors.yaw_rate);
        root["nrmse"]["lateral_acceleration"] = or_null(errors.lateral_acceleration);
        root["nrmse"]["roll"] = or_null(errors.roll);
        root["position_error_m"] = errors.position_m;
        root["distance_m"] = errors.distance_m;
        Json::StreamWriterBuilder style;
        style["indentation"] = "";
        fmt::print("{}\n", Json::writeString(style, root));
        return;
    }
    const auto line = [](const char* channel, const std::optional<double>& error) {
        if (error) {
            fmt::print("  {:<22} {:6.2f} % of its range\n", channel, 100 * *error);
        } else {
            fmt::print("  {:<22}      - (no steering)\n", channel);
        }
    };
    fmt::print("against {}\n", options.against);
    line("speed", errors.speed);
    line("yaw rate", errors.yaw_rate);
    line("lateral acceleration", errors.lateral_acceleration);
    line("roll", errors.roll);
    fmt::print("  {:<22} {:6.2f} m after {:.1f} m\n", "position", errors.position_m, errors.distance_m);
}

Result<void> write(const fs::path& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out) return fail(fmt::format("{}: cannot be written", file.string()));
    return {};
}

/// Returns a validator for numbers in a range. Unlike CLI11's own, it refuses "nan".
CLI::Validator number_between(double low, double high) {
    const auto check = [low, high](const std::string& text) {
        double value = 0;
        if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return std::string();
        return fmt::format("expected {} to {}, not '{}'", low, high, text);
    };
    return CLI::Validator(check, fmt::format("{} to {}", low, high));
}

int drive_vehicle(const DriveOptions& options) {
    if (options.manoeuvre.empty() == options.inputs.empty()) {
        return complain("expected either a MANOEUVRE or --inputs FILE.csv\n" + manoeuvre_list());
    }
    DriveSettings settings;
    if (client::engine::engine_named(options.engine) == nullptr) {
        return complain(fmt::format("--engine: unknown engine '{}'; expected one of {}", options.engine,
                                    client::engine::engine_names()));
    }
    settings.engine = options.engine;
    settings.step = SimDuration::nanoseconds(std::llround(options.step_ms * 1e6));
    if (kDriveSample % settings.step != SimDuration{})
        return complain("--step: expected a step that divides 10 ms");
    if (options.json && options.against.empty()) return complain("--json requires --against FILE.csv");
    settings.friction = options.friction;
    const auto vehicle = find_vehicle(options.vehicle);
    if (!vehicle) return complain(vehicle.error().text);

    std::unique_ptr<Manoeuvre> manoeuvre;
    std::string name = options.manoeuvre;
    if (!options.inputs.empty()) {
        auto samples = read_drive(options.inputs, false);
        if (!samples) return complain(samples.error().text);
        if (options.speed) samples->front().vx = *options.speed;
        manoeuvre = make_replay(std::move(*samples));
        name = fs::path(options.inputs).stem().string();
    } else {
        manoeuvre = make_manoeuvre(options.manoeuvre, *vehicle, options.speed);
        if (!manoeuvre) {
            std::vector<std::string> names;
            for (const ManoeuvreName& known : manoeuvre_names()) names.emplace_back(known.name);
            const std::string meant = nearest_name(options.manoeuvre, names);
            return complain(fmt::format("no manoeuvre '{}'{}\n{}", options.manoeuvre,
                                        meant.empty() ? "" : "; did you mean '" + meant + "'?",
                                        manoeuvre_list()));
        }
    }
    std::vector<DriveSample> reference;
    if (!options.against.empty()) {
        auto samples = read_drive(options.against, true);
        if (!samples) return complain(samples.error().text);
        reference = std::move(*samples);
    }

    const auto result = drive(*vehicle, *manoeuvre, settings);
    if (!result) return complain(result.error().text);
    const std::vector<DriveSample>& driven = *result;
    if (reference.size() > driven.size()) {
        return complain(fmt::format("{}: {} rows, {} more than were driven", options.against,
                                    reference.size(), reference.size() - driven.size()));
    }
    for (std::size_t i = 0; i < reference.size(); ++i) {
        if (std::abs(reference[i].t - reference[0].t - driven[i].t) < 1e-6) continue;
        return complain(fmt::format("{}:{}: t: expected a row every 10 ms", options.against, i + 2));
    }

    const std::string prefix = vehicle->name + "_";
    const std::string stem = name.starts_with(prefix) ? name : prefix + name;
    const fs::path folder = options.out, csv = folder / (stem + ".csv"), picture = folder / (stem + ".svg");
    std::error_code error;
    for (const std::string& input : {options.inputs, options.against}) {
        for (const fs::path& output : {csv, picture}) {
            if (!input.empty() && fs::equivalent(output, input, error))
                return complain(fmt::format("--out: would replace {}", input));
        }
    }
    fs::create_directories(folder, error);
    if (error) return complain(fmt::format("--out: {}: {}", folder.string(), error.message()));
    for (const auto& [file, text] :
         {std::pair{csv, to_csv(driven)},
          std::pair{picture, draw_drive(stem + ", " + options.engine, driven, reference)}}) {
        if (const auto written = write(file, text); !written) return complain(written.error().text);
    }
    if (!reference.empty()) print_errors(options, vehicle->name, compare(driven, reference));
    if (!options.json) fmt::print("{}\n{}\n", csv.string(), picture.string());
    return 0;
}

}  // namespace

void add_vehicle_command(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("vehicle", "Drive one vehicle alone through a manoeuvre");
    command->require_subcommand(1);
    const auto options = std::make_shared<DriveOptions>();  // owned by the callback, which CLI11 keeps
    CLI::App* drive_command =
        command->add_subcommand("drive", "Drive a manoeuvre, and write a CSV file and a picture of it");
    drive_command->add_option("VEHICLE", options->vehicle, "A name, such as sedan, or a vehicle file")
        ->required();
    drive_command->add_option("MANOEUVRE", options->manoeuvre, "One of the manoeuvres below");
    drive_command->add_option(
        "--inputs", options->inputs,
        "CSV file with columns t, throttle, steering, braking, and vx for the initial speed");
    drive_command->add_option("--against", options->against, "CSV file to compare with");
    drive_command->add_option("--engine", options->engine, "embedded, single_track or chrono")
        ->capture_default_str();
    drive_command->add_option("--speed", options->speed, "Initial speed in m/s")
        ->check(number_between(0, 100));
    drive_command->add_option("--friction", options->friction, "Friction coefficient of the road")
        ->check(number_between(0.05, 2))
        ->capture_default_str();
    drive_command->add_option("--step", options->step_ms, "Time step of the engine in ms")
        ->check(number_between(0.01, 5))
        ->capture_default_str();
    drive_command->add_option("--out", options->out, "Folder for the files")->capture_default_str();
    drive_command->add_flag("--json", options->json, "Print the errors as one JSON object");
    drive_command->footer(manoeuvre_list());
    drive_command->callback([options, &exit_code] { exit_code = drive_vehicle(*options); });
}

}  // namespace synchrono::tools::drive
