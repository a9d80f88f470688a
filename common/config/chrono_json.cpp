#include "common/config/internal/chrono_json.hpp"

#include <fmt/format.h>

#include "common/config/internal/words.hpp"

namespace synchrono::config {
namespace {

constexpr std::pair<std::string_view, ChronoSolver> kSolvers[] = {
    {"barzilai_borwein", ChronoSolver::barzilai_borwein},
    {"psor", ChronoSolver::psor},
    {"minres", ChronoSolver::minres},
    {"sparse_lu", ChronoSolver::sparse_lu},
    {"sparse_qr", ChronoSolver::sparse_qr}};
constexpr std::pair<std::string_view, ChronoIntegrator> kIntegrators[] = {
    {"euler_implicit_linearized", ChronoIntegrator::euler_implicit_linearized},
    {"euler_implicit_projected", ChronoIntegrator::euler_implicit_projected},
    {"hht", ChronoIntegrator::hht}};
constexpr std::pair<std::string_view, ChronoContact> kContacts[] = {{"smc", ChronoContact::smc},
                                                                    {"nsc", ChronoContact::nsc}};

constexpr int kMilliseconds = 6;  // power of ten ns
constexpr std::uint64_t kIterationsMax = 100'000, kThreadsMax = 256;

double in_milliseconds(SimDuration time) { return static_cast<double>(time.count_ns()) / 1e6; }

void read_whole(const std::optional<JsonNode>& node, std::uint64_t most, int& out) {
    std::uint64_t value = 0;
    if (node && node->read_whole(1, most, value)) out = static_cast<int>(value);
}

}  // namespace

ChronoSettings read_chrono_object(const JsonNode& node, SimDuration step, SimDuration heartbeat) {
    ChronoSettings settings;
    settings.step = step;
    JsonObject object(node);
    if (auto value = object.find("step_ms")) {
        std::int64_t ns = 0;
        if (value->read_time_ns(kMilliseconds, {0, 10'000, true}, ns)) {
            settings.step = SimDuration::nanoseconds(ns);
            if (heartbeat % settings.step != SimDuration{}) {
                value->problem(
                    fmt::format("expected a heartbeat to be a whole number of steps, not {} ms of {} ms",
                                in_milliseconds(heartbeat), in_milliseconds(settings.step)));
            }
        }
    }
    if (auto value = object.find("solver")) read_word(*value, kSolvers, settings.solver);
    read_whole(object.find("iterations"), kIterationsMax, settings.iterations);
    if (auto value = object.find("integrator")) read_word(*value, kIntegrators, settings.integrator);
    if (auto value = object.find("contact")) read_word(*value, kContacts, settings.contact);
    read_whole(object.find("threads"), kThreadsMax, settings.threads);
    if (auto value = object.find("data")) {
        if (value->read(settings.data) && !settings.data.starts_with('/'))
            value->problem("expected the whole path of a folder, from '/' on");
    }
    object.finish();
    return settings;
}

Json::Value chrono_to_json(const ChronoSettings& settings) {
    Json::Value json(Json::objectValue);
    json["step_ms"] = in_milliseconds(settings.step);
    json["solver"] = word_for(kSolvers, settings.solver);
    json["iterations"] = settings.iterations;
    json["integrator"] = word_for(kIntegrators, settings.integrator);
    json["contact"] = word_for(kContacts, settings.contact);
    json["threads"] = settings.threads;
    if (!settings.data.empty()) json["data"] = settings.data;
    return json;
}

}  // namespace synchrono::config
