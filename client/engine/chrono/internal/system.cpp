#include "client/engine/chrono/internal/system.hpp"

#include <algorithm>
#include <chrono/physics/ChSystemNSC.h>
#include <chrono/physics/ChSystemSMC.h>
#include <chrono/solver/ChIterativeSolver.h>
#include <chrono/timestepper/ChTimestepperHHT.h>
#include <iostream>

#include "common/geo/gravity.hpp"

namespace synchrono::client::engine::internal {
namespace {

constexpr int kNewtonIterations = 50;
constexpr double kStateTolerance = 1e-4, kForceTolerance = 1e2;

ch::ChSolver::Type type_of(config::ChronoSolver solver) {
    using Ours = config::ChronoSolver;
    using Type = ch::ChSolver::Type;
    switch (solver) {
        case Ours::barzilai_borwein:
            return Type::BARZILAIBORWEIN;
        case Ours::psor:
            return Type::PSOR;
        case Ours::minres:
            return Type::MINRES;
        case Ours::sparse_lu:
            return Type::SPARSE_LU;
        case Ours::sparse_qr:
            return Type::SPARSE_QR;
    }
    return Type::BARZILAIBORWEIN;
}

ch::ChTimestepper::Type type_of(config::ChronoIntegrator integrator) {
    using Ours = config::ChronoIntegrator;
    using Type = ch::ChTimestepper::Type;
    switch (integrator) {
        case Ours::euler_implicit_linearized:
            return Type::EULER_IMPLICIT_LINEARIZED;
        case Ours::euler_implicit_projected:
            return Type::EULER_IMPLICIT_PROJECTED;
        case Ours::hht:
            return Type::HHT;
    }
    return Type::EULER_IMPLICIT_LINEARIZED;
}

}  // namespace

CapturedOutput::CapturedOutput()
    : out_(std::cout.rdbuf(output_.rdbuf())), err_(std::cerr.rdbuf(errors_.rdbuf())) {}

CapturedOutput::~CapturedOutput() {
    std::cout.rdbuf(out_);
    std::cerr.rdbuf(err_);
}

std::string CapturedOutput::complaint() const {
    std::string text = errors_.str();
    while (!text.empty() && text.back() == '\n') text.pop_back();
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::unique_ptr<ch::ChSystem> make_system(const config::ChronoSettings& settings) {
    std::unique_ptr<ch::ChSystem> system;
    if (settings.contact == config::ChronoContact::nsc) {
        system = std::make_unique<ch::ChSystemNSC>();
    } else {
        system = std::make_unique<ch::ChSystemSMC>();
    }
    system->SetGravitationalAcceleration({0, 0, -geo::kGravity});
    system->SetSolverType(type_of(settings.solver));
    if (const auto iterative = std::dynamic_pointer_cast<ch::ChIterativeSolver>(system->GetSolver()))
        iterative->SetMaxIterations(settings.iterations);
    system->SetTimestepperType(type_of(settings.integrator));
    if (const auto hht = std::dynamic_pointer_cast<ch::ChTimestepperHHT>(system->GetTimestepper())) {
        // Without step control, the steps have the length that the settings say. They get enough iterations
        // to converge.
        hht->SetStepControl(false);
        hht->SetMaxIters(kNewtonIterations);
        hht->SetAbsTolerances(kStateTolerance, kForceTolerance);
    }
    system->SetNumThreads(settings.threads, settings.threads, settings.threads);
    system->SetCollisionSystemType(ch::ChCollisionSystem::Type::BULLET);
    return system;
}

}  // namespace synchrono::client::engine::internal
