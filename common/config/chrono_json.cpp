#include "common/config/internal/chrono_json.hpp"

#include <fmt/format.h>

namespace synchrono::config {
namespace {

constexpr Words<ChronoSolver, 5> kSolvers{{{"barzilai_borwein", ChronoSolver::barzilai_borwein},
                                           {"psor", ChronoSolver::psor},
                                           {"minres", ChronoSolver::minres},
                                           {"sparse_lu", ChronoSolver::sparse_lu},
                                           {"sparse_qr", ChronoSolver::sparse_qr}}};
constexpr Words<ChronoIntegrator, 3> kIntegrators{
    {{"euler_implicit_linearized", ChronoIntegrator::euler_implicit_linearized},
     {"euler_implicit_projected", ChronoIntegrator::euler_implicit_projected},
     {"hht", ChronoIntegrator::hht}}};
constexpr Words<ChronoContact, 2> kContacts{{{"smc", ChronoContact::smc}, {"nsc", ChronoContact::nsc}}};

double in_milliseconds(SimDuration time) { return static_cast<double>(time.count_ns()) / 1e6; }

template <typename Form>
void describe_chrono(Form& form, ChronoSettings& settings, SimDuration heartbeat) {
    if (const auto node = form.time("step_ms", settings.step, {0, 10'000, true}, Need::optional);
        node && heartbeat % settings.step != SimDuration{})
        node->problem(fmt::format("expected a heartbeat to be a whole number of steps, not {} ms of {} ms",
                                  in_milliseconds(heartbeat), in_milliseconds(settings.step)));
    form.choice("solver", settings.solver, kSolvers, Need::optional);
    form.whole("iterations", settings.iterations, 1, 100'000, Need::optional);
    form.choice("integrator", settings.integrator, kIntegrators, Need::optional);
    form.choice("contact", settings.contact, kContacts, Need::optional);
    form.whole("threads", settings.threads, 1, 256, Need::optional);
    if (!form.has("data", !settings.data.empty())) return;
    if (const auto node = form.text("data", settings.data); node && !settings.data.starts_with('/'))
        node->problem("expected the absolute path of a folder");
}

}  // namespace

void describe(FormReader& form, ChronoSettings& settings, const SimDuration& heartbeat) {
    describe_chrono(form, settings, heartbeat);
}
void describe(FormWriter& form, ChronoSettings& settings, const SimDuration& heartbeat) {
    describe_chrono(form, settings, heartbeat);
}

}  // namespace synchrono::config
