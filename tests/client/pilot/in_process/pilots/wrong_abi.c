/* A pilot for a future version of the interface. It ends the program if it is created, since a host of this
 * version may only ask for its version. It is written in C, like the interface. */
#include <stdlib.h>

#include "pcp/synchrono_pilot.h"

uint32_t syn_pilot_abi_version(void) { return SYN_PILOT_ABI_VERSION + 1; }

void* syn_pilot_create(const SynPilotSetup* setup, char* error, uint32_t error_bytes) {
    (void)setup, (void)error, (void)error_bytes;
    abort();
}
