#include "client/engine/chrono_engine_module.hpp"

#include "client/module/module.hpp"

namespace synchrono::client {

Result<const ChronoEngineModule*> chrono_engine_module() {
    if (!has_module(kChronoEngineModule)) {
        return fail(
            "this build has no engine 'chrono', as Project Chrono was not found when it was made "
            "(docs/chrono.md)");
    }
    const auto entry = load_module(kChronoEngineModule, kChronoEngineEntry);
    if (!entry) return tl::unexpected(entry.error());
    return reinterpret_cast<const ChronoEngineModule* (*)()>(*entry)();
}

}  // namespace synchrono::client
