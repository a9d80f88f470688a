/* The C ABI between Synchrono and a pilot: a shared library that exports the four functions at the end of
 * this file. docs/write-a-pilot.md explains it step by step; pcp/pilot.hpp offers the same in C++.
 *
 * Each agent gets a pilot of its own from syn_pilot_create, and each pilot is called from one thread at a
 * time. The agents of one process share the library's global variables, so use none. A pilot must depend only
 * on what it is given: if it reads a clock, draws random numbers from anything but the seed, or reads files
 * that its configuration does not name, the same scenario may give different runs.
 *
 * Units are SI and radians. World frame: x east, y north, z up. Body frame: x forward, y left, z up. Every
 * pointer given to the pilot is valid during the call only, unless a comment says otherwise. Later minor
 * versions may append members to a structure that has a struct_size, which is the structure's length in
 * bytes. A change for which pilots must be compiled again raises SYN_PILOT_ABI_VERSION. */
#ifndef SYNCHRONO_PILOT_H
#define SYNCHRONO_PILOT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SYN_PILOT_ABI_VERSION 1u
#define SYN_PILOT_EXPORT __attribute__((visibility("default")))

typedef struct SynVec3 {
    double x, y, z;
} SynVec3;

typedef struct SynQuaternion {
    double w, x, y, z;
} SynQuaternion;

typedef struct SynMotion {
    SynVec3 position;          /* centre of gravity, world frame */
    SynQuaternion orientation; /* body to world, unit length */
    SynVec3 velocity;          /* world frame */
    SynVec3 angular_velocity;  /* body frame */
    SynVec3 acceleration;      /* world frame */
} SynMotion;

typedef struct SynVehicle {
    double wheelbase_m;
    double cg_to_front_axle_m;
    double length_m, width_m, height_m;
    double steering_angle_max_rad; /* of the front wheels at steering = 1 */
    double mass_kg;
    double drive_force_max_n; /* at the wheels at throttle = 1, as long as the power below allows it */
    double drive_power_max_w;
    double brake_force_max_n; /* at the wheels at braking = 1, as long as the tyres allow it */
} SynVehicle;

enum { SYN_NOTE_INFO = 0, SYN_NOTE_WARNING = 1, SYN_NOTE_ERROR = 2 };

typedef struct SynPilotSetup {
    uint32_t struct_size;
    uint32_t agent;          /* number of the agent in the scenario */
    const char* name;        /* of the agent */
    const char* config_json; /* the pilot's configuration from the scenario, a JSON object */
    uint64_t seed;           /* of the run, the same for all pilots; mix in `agent` before drawing numbers */
    SynVehicle vehicle;
    /* Writes one line of text, for people, to the program's log. May be called until destroy returns. */
    void (*note)(void* note_context, int32_t severity, const char* text);
    void* note_context;
    const struct SynMap* map; /* see synchrono_map.h; valid until destroy returns; NULL: there is no map */
} SynPilotSetup;

enum { SYN_OTHER_VEHICLE = 0, SYN_OTHER_PEDESTRIAN = 1, SYN_OTHER_OBJECT = 2 /* a cone, a ball, ... */ };

/* Another agent or thing, at the place where it is believed to be now. This structure does not grow within an
 * ABI version. */
typedef struct SynOther {
    uint32_t agent;
    uint32_t kind; /* SYN_OTHER_... */
    double length_m, width_m, height_m;
    SynMotion motion;
} SynOther;

typedef struct SynPilotInput {
    uint32_t struct_size;
    uint32_t others_count;
    /* The others that the scenario's `interest` includes and that are in sight, ascending by number, without
     * the ego. */
    const SynOther* others;
    int64_t time_ns;   /* simulated time of this step */
    int64_t period_ns; /* from this step to the next */
    SynMotion ego;
    const struct SynRadio* radio; /* see synchrono_radio.h; NULL: the agent has none */
    /* The signals in sight, as the eye sees them: the present state of each group, but not when it ends. The
     * structure is that of a SPaT message, see synchrono_radio.h. */
    const struct SynSignals* signals;
    uint32_t signals_count;
    uint32_t reserved;
    const struct SynSensors* sensors; /* see synchrono_sensors.h; NULL: the agent has none */
} SynPilotInput;

/* Is filled by the pilot. All members but struct_size are 0 beforehand. A number out of its range is treated
 * like a step that fails, see syn_pilot_step. The controls of bodies other than vehicles will be appended. */
typedef struct SynPilotOutput {
    uint32_t struct_size;
    uint32_t leave;  /* not 0: the agent has arrived and leaves the world */
    double steering; /* -1 (right) to 1 (left) */
    double throttle; /* 0 to 1 */
    double braking;  /* 0 to 1 */
} SynPilotOutput;

/* Returns SYN_PILOT_ABI_VERSION as it was when the pilot was compiled. */
SYN_PILOT_EXPORT uint32_t syn_pilot_abi_version(void);

/* Returns a new pilot, or NULL with one line of text in `error` (zero-terminated, within error_bytes). */
SYN_PILOT_EXPORT void* syn_pilot_create(const SynPilotSetup* setup, char* error, uint32_t error_bytes);

/* Makes one step. Returns 0 if the step succeeds. If the step fails, returns another number and writes the
 * reason to `error`; the vehicle then brakes to a stop and this pilot is not stepped again. */
SYN_PILOT_EXPORT int32_t syn_pilot_step(void* pilot, const SynPilotInput* input, SynPilotOutput* output,
                                        char* error, uint32_t error_bytes);

/* Destroys a pilot. Is called once for each pilot that was created. */
SYN_PILOT_EXPORT void syn_pilot_destroy(void* pilot);

#ifdef __cplusplus
}
#endif

#endif
