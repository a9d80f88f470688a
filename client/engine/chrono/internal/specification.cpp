#include "client/engine/chrono/internal/specification.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <json/json.h>
#include <set>
#include <string_view>
#include <vector>

namespace synchrono::client::engine::internal {
namespace {

namespace fs = std::filesystem;

constexpr int kDepthMax = 16;  // of nested values, and of files that name files

Result<Json::Value> read(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return fail(fmt::format("{}: no such file", file.string()));
    std::ifstream in(file);
    Json::CharReaderBuilder builder;
    builder["allowComments"] = true;
    builder["allowTrailingCommas"] = false;
    builder["failIfExtra"] = true;
    Json::Value json;
    std::string errors;
    bool read = false;
    try {
        read = Json::parseFromStream(builder, in, &json, &errors);
    } catch (const Json::Exception& problem) {  // thrown if the JSON is nested too deeply
        errors = problem.what();
    }
    if (!read) {
        std::replace(errors.begin(), errors.end(), '\n', ' ');
        return fail(fmt::format("{}: is not JSON: {}", file.string(), errors));
    }
    if (!json.isObject()) return fail(fmt::format("{}: expected an object", file.string()));
    for (const char* key : {"Name", "Type", "Template"}) {
        if (!json[key].isString())
            return fail(fmt::format("{}: key '{}': expected a string", file.string(), key));
    }
    return json;
}

/// Checks each file that a key "... Input File" below `json` names, and the files that those files name.
Result<void> follow(const Json::Value& json, const fs::path& from, const fs::path& data,
                    std::set<fs::path>& seen, int depth) {
    if (depth > kDepthMax)
        return fail(fmt::format("{}: nested more than {} levels deep, with the files that it names",
                                from.string(), kDepthMax));
    if (json.isArray()) {
        for (const Json::Value& item : json) {
            if (auto good = follow(item, from, data, seen, depth); !good) return good;
        }
    } else if (json.isObject()) {
        for (const std::string& key : json.getMemberNames()) {
            if (key.ends_with("Input File") && json[key].isString()) {
                const fs::path file = data / "vehicle" / json[key].asString();
                if (!seen.insert(file).second) continue;
                const auto inner = read(file);
                if (!inner) return fail(fmt::format("{} (named by {})", inner.error().text, from.string()));
                if (auto good = follow(*inner, file, data, seen, depth + 1); !good) return good;
            } else if (auto good = follow(json[key], from, data, seen, depth + 1); !good) {
                return good;
            }
        }
    }
    return {};
}

/// Returns whether all meshes exist that are named in `json` or in the files that it names.
bool meshes_are_there(const Json::Value& json, const fs::path& data, int depth) {
    const auto holds = [&](const Json::Value& part) { return meshes_are_there(part, data, depth); };
    if (json.isArray()) return std::all_of(json.begin(), json.end(), holds);
    if (!json.isObject() || depth > kDepthMax) return true;
    for (const std::string& key : json.getMemberNames()) {
        const Json::Value& value = json[key];
        if (!value.isString()) {
            if (!holds(value)) return false;
            continue;
        }
        const fs::path file = data / "vehicle" / value.asString();
        std::error_code error;
        if (file.extension() == ".obj" && !fs::is_regular_file(file, error)) return false;
        if (!key.ends_with("Input File")) continue;
        const auto inner = read(file);
        if (inner && !meshes_are_there(*inner, data, depth + 1)) return false;
    }
    return true;
}

/// One sort of Chrono's files, with the templates that this engine supports.
struct Kind {
    std::string_view key;   // in the vehicle file's "chrono"
    std::string_view type;  // in Chrono's file
    std::vector<std::string_view> templates;
    std::string_view instead;  // ending of the error about other templates
};

const Kind kWheeled{"vehicle", "Vehicle", {"WheeledVehicle"}, ""};
const Kind kTracked{"vehicle", "Vehicle", {"TrackedVehicle"}, ""};
const Kind kEngine{"engine", "Engine", {"EngineSimple", "EngineSimpleMap", "EngineShafts"}, ""};
const Kind kTransmission{"transmission",
                         "Transmission",
                         {"AutomaticTransmissionSimpleMap", "AutomaticTransmissionShafts"},
                         "; a pilot does not shift gears"};
const Kind kTyre{"tyre",
                 "Tire",
                 {"TMeasyTire", "TMsimpleTire", "FialaTire", "Pac89Tire", "Pac02Tire", "RigidTire"},
                 "; deformable tyres need another solver"};

Result<void> check_file(const fs::path& data, const std::string& name, const Kind& kind) {
    const auto in_key = [&](const std::string& text) {
        return fail(fmt::format("chrono.{}: {}", kind.key, text));
    };
    if (name.empty()) return in_key("missing; expected the name of one of Chrono's files");
    const fs::path file = data / "vehicle" / name;
    const auto json = read(file);
    if (!json) return in_key(json.error().text);
    if ((*json)["Type"].asString() != kind.type) {
        return in_key(fmt::format("{}: describes a '{}', expected '{}'", file.string(),
                                  (*json)["Type"].asString(), kind.type));
    }
    const std::string own = (*json)["Template"].asString();
    if (std::find(kind.templates.begin(), kind.templates.end(), own) == kind.templates.end()) {
        return in_key(fmt::format("{}: template '{}' is not supported, only {}{}", file.string(), own,
                                  fmt::join(kind.templates, ", "), kind.instead));
    }
    std::set<fs::path> seen;
    if (auto good = follow(*json, file, data, seen, 0); !good) return in_key(good.error().text);
    return {};
}

}  // namespace

Result<fs::path> find_chrono_data(const config::ChronoSettings& settings) {
    const char* environment = std::getenv("CHRONO_DATA_DIR");
    fs::path data = SYN_CHRONO_DATA_DIR;
    std::string_view named_by = "the folder with which this program was built";
    if (!settings.data.empty()) {
        data = settings.data;
        named_by = "the scenario's chrono.data";
    } else if (environment != nullptr && *environment != '\0') {
        data = environment;
        named_by = "the environment's CHRONO_DATA_DIR";
    }
    std::error_code error;
    if (!fs::is_directory(data / "vehicle", error)) {
        return fail(fmt::format("Chrono's data is not in {} ({}): it has no folder 'vehicle'", data.string(),
                                named_by));
    }
    return data;
}

Result<void> check_specification(const fs::path& data, const config::VehicleSpec& vehicle) {
    const config::ChronoSpec& chrono = vehicle.chrono;
    if (!vehicle.has_chrono()) {
        return fail(
            fmt::format("vehicle '{}' has no key 'chrono', which names Chrono's files for it", vehicle.name));
    }
    const auto checked = [&]() -> Result<void> {
        if (auto good = check_file(data, chrono.vehicle, chrono.tracked ? kTracked : kWheeled); !good)
            return good;
        if (auto good = check_file(data, chrono.engine, kEngine); !good) return good;
        if (auto good = check_file(data, chrono.transmission, kTransmission); !good) return good;
        for (const std::string& tyre : chrono.tyres) {
            if (auto good = check_file(data, tyre, kTyre); !good) return good;
        }
        if (chrono.tracked) return {};
        const auto axles = (*read(data / "vehicle" / chrono.vehicle))["Axles"].size();
        if (chrono.tyres.size() != 1 && chrono.tyres.size() != axles) {
            return fail(fmt::format("chrono.tyre: {} files, expected one, or one for each of {} axles",
                                    chrono.tyres.size(), axles));
        }
        return {};
    }();
    if (!checked) return fail(fmt::format("vehicle '{}': {}", vehicle.name, checked.error().text));
    return {};
}

bool has_meshes(const fs::path& data, const config::VehicleSpec& vehicle) {
    Json::Value files(Json::objectValue);
    files["Input File"] = vehicle.chrono.vehicle;
    if (!meshes_are_there(files, data, 0)) return false;
    return std::all_of(vehicle.chrono.tyres.begin(), vehicle.chrono.tyres.end(),
                       [&](const std::string& tyre) {
                           files["Input File"] = tyre;
                           return meshes_are_there(files, data, 0);
                       });
}

std::string template_of(const fs::path& file) {
    const auto json = read(file);
    return json ? (*json)["Template"].asString() : std::string();
}

}  // namespace synchrono::client::engine::internal
