/* A pilot as it was compiled before there was a radio: it knows a shorter input and reads no further. Its
 * throttle is 1 if each value that it knows is at its old offset. */
#include <stddef.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

struct Motion {
    double numbers[3 + 4 + 3 + 3 + 3];
};

struct Input {
    uint32_t struct_size;
    uint32_t others_count;
    const void* others;
    int64_t time_ns;
    int64_t period_ns;
    struct Motion ego;
};

struct Output {
    uint32_t struct_size;
    uint32_t reserved;
    double steering, throttle, braking;
};

static int there_is_one;

EXPORT uint32_t syn_pilot_abi_version(void) { return 1; }

EXPORT void* syn_pilot_create(const void* setup, char* error, uint32_t error_bytes) {
    (void)setup, (void)error, (void)error_bytes;
    return &there_is_one;
}

EXPORT int32_t syn_pilot_step(void* pilot, const struct Input* input, struct Output* output, char* error,
                              uint32_t error_bytes) {
    (void)pilot, (void)error, (void)error_bytes;
    const int as_ever = input->struct_size >= sizeof(struct Input) && input->period_ns == 5000000 &&
                        input->ego.numbers[7] == 12; /* m/s */
    output->throttle = as_ever ? 1 : 0;
    return 0;
}

EXPORT void syn_pilot_destroy(void* pilot) { (void)pilot; }
