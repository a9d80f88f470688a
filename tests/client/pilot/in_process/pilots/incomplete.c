/* A library that is not a pilot: it has a version, but no function to step. */
#include <stddef.h>

#include "pcp/synchrono_pilot.h"

uint32_t syn_pilot_abi_version(void) { return SYN_PILOT_ABI_VERSION; }

void* syn_pilot_create(const SynPilotSetup* setup, char* error, uint32_t error_bytes) {
    (void)setup, (void)error, (void)error_bytes;
    return NULL;
}

void syn_pilot_destroy(void* pilot) { (void)pilot; }
