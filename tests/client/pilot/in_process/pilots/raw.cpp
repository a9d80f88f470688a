// A pilot written against the bare C interface, with mistakes that only such a pilot can make: error texts
// without a terminating zero, errors without text, exceptions that cross the interface.

#include <cstring>
#include <stdexcept>

#include "pcp/synchrono_pilot.h"

namespace {
int pilot_of_this_library;
char word[64];
}  // namespace

extern "C" {

std::uint32_t syn_pilot_abi_version(void) { return SYN_PILOT_ABI_VERSION; }

void* syn_pilot_create(const SynPilotSetup* setup, char* error, std::uint32_t error_bytes) {
    std::strncpy(word, setup->config_json, sizeof word - 1);
    if (std::strcmp(word, "create throws") == 0) throw std::runtime_error("across");
    if (std::strcmp(word, "silent") == 0) return nullptr;
    if (std::strcmp(word, "endless") == 0) {
        std::memset(error, 'x', error_bytes);
        return nullptr;
    }
    return &pilot_of_this_library;
}

std::int32_t syn_pilot_step(void*, const SynPilotInput*, SynPilotOutput*, char*, std::uint32_t) {
    if (std::strcmp(word, "step throws") == 0) throw std::runtime_error("across");
    return std::strcmp(word, "error") == 0 ? -5 : 0;
}

void syn_pilot_destroy(void*) {
    if (std::strcmp(word, "destroy throws") == 0) throw std::runtime_error("across");
}
}
