/* A pilot of a future interface: nothing but its version may be asked for. In C, as the interface is. */
#include <stdlib.h>

#include "pcp/synchrono_pilot.h"

uint32_t syn_pilot_abi_version(void) { return SYN_PILOT_ABI_VERSION + 1; }

void* syn_pilot_create(const SynPilotSetup* setup, char* error, uint32_t error_bytes) {
    (void)setup, (void)error, (void)error_bytes;
    abort();
}
