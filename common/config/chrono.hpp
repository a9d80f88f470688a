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
    // Time from one step of Chrono to the next. A heartbeat is a whole number of these steps. If the key is
    // missing, the scenario's step is used.
    SimDuration step = SimDuration::milliseconds(1);
    ChronoSolver solver = ChronoSolver::barzilai_borwein;
    int iterations = 150;  // at most, for iterative solvers
    ChronoIntegrator integrator = ChronoIntegrator::euler_implicit_linearized;
    ChronoContact contact = ChronoContact::smc;
    int threads = 1;     // more are faster with much contact or soil, but then runs may differ in their bits
    std::string data{};  // Chrono's data folder; empty: that of the installed Chrono

    friend bool operator==(const ChronoSettings&, const ChronoSettings&) = default;
};

}  // namespace synchrono::config
