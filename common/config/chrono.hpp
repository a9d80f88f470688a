/// Settings of Project Chrono for agents whose engine is "chrono": the scenario's key "chrono".
/// docs/chrono.md explains the choices.
#pragma once

#include <cstdint>
#include <string>

#include "common/time/sim_time.hpp"

namespace synchrono::config {

/// The name of the engine for Project Chrono's vehicles.
inline constexpr const char* kChronoEngine = "chrono";

enum class ChronoSolver : std::uint8_t { barzilai_borwein, psor, minres, sparse_lu, sparse_qr };
enum class ChronoIntegrator : std::uint8_t { euler_implicit_linearized, euler_implicit_projected, hht };
enum class ChronoContact : std::uint8_t { smc, nsc };

struct ChronoSettings {
    SimDuration step = SimDuration::milliseconds(1);  // a heartbeat is a whole number of them
    ChronoSolver solver = ChronoSolver::barzilai_borwein;
    int iterations = 150;  // at most; for an iterative solver
    ChronoIntegrator integrator = ChronoIntegrator::euler_implicit_linearized;
    ChronoContact contact = ChronoContact::smc;
    int threads = 1;     // more are faster with much contact or soil, but then no two runs agree bit for bit
    std::string data{};  // Chrono's data folder; empty: the one of its installation

    friend bool operator==(const ChronoSettings&, const ChronoSettings&) = default;
};

}  // namespace synchrono::config
