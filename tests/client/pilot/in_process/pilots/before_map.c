/* A pilot as it was compiled before there were maps, kinds of others and signals: it knows shorter structures
 * and reads no further. Its throttle is 1 if each value that it knows is at its old offset. Its braking is
 * 0.5 if it has a radio. */
#include <stdint.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

struct Vec3 {
    double x, y, z;
};

struct Motion {
    double numbers[3 + 4 + 3 + 3 + 3];
};

struct Setup {
    uint32_t struct_size;
    uint32_t agent;
    const char* name;
    const char* config_json;
    uint64_t seed;
    double vehicle[10];
    void (*note)(void* note_context, int32_t severity, const char* text);
    void* note_context;
};

struct Other {
    uint32_t agent;
    uint32_t reserved;
    double length_m, width_m, height_m;
    struct Motion motion;
};

struct Input {
    uint32_t struct_size;
    uint32_t others_count;
    const struct Other* others;
    int64_t time_ns;
    int64_t period_ns;
    struct Motion ego;
    const void* radio;
};

struct Output {
    uint32_t struct_size;
    uint32_t reserved;
    double steering, throttle, braking;
};

static int there_is_one;

EXPORT uint32_t syn_pilot_abi_version(void) { return 1; }

EXPORT void* syn_pilot_create(const struct Setup* setup, char* error, uint32_t error_bytes) {
    (void)error, (void)error_bytes;
    if (setup->struct_size < sizeof(struct Setup) || strcmp(setup->name, "car4") != 0) return 0;
    setup->note(setup->note_context, 0, "as ever");
    return &there_is_one;
}

EXPORT int32_t syn_pilot_step(void* pilot, const struct Input* input, struct Output* output, char* error,
                              uint32_t error_bytes) {
    (void)pilot, (void)error, (void)error_bytes;
    const int as_ever = input->struct_size >= sizeof(struct Input) && input->period_ns == 5000000 &&
                        input->ego.numbers[7] == 12 /* m/s */ && input->others_count == 2 &&
                        input->others[1].agent == 9 && input->others[1].length_m == 4.5 &&
                        input->others[1].motion.numbers[0] == 77;
    output->throttle = as_ever ? 1 : 0;
    output->braking = input->radio != 0 ? 0.5 : 0;
    return 0;
}

EXPORT void syn_pilot_destroy(void* pilot) { (void)pilot; }
