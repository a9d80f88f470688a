/// The C++ face of synchrono_pilot.h: derive a class from Pilot, give it a constructor from Setup, and write
/// SYN_PILOT(YourPilot) once in one source file. An exception thrown by the constructor or by step() becomes
/// the error text that the program prints; no exception crosses the C ABI.
#pragma once

#include <cstddef>
#include <cstdio>
#include <exception>
#include <memory>
#include <span>

#include "pcp/map.hpp"
#include "pcp/radio.hpp"
#include "pcp/sensors.hpp"
#include "pcp/synchrono_pilot.h"

namespace synchrono::pcp {

/// The input of a pilot's constructor. The members are documented at the C structure.
using Setup = SynPilotSetup;

/// The input of a pilot's step. The members are documented at SynPilotInput.
struct Input {
    std::int64_t time_ns;
    std::int64_t period_ns;
    const SynMotion& ego;
    std::span<const SynOther> others;
    Radio radio;
    std::span<const SynSignals> signals{};  // in sight
    Sensors sensors{};
};

/// Returns the roads; empty where the scenario has no map, or the program is too old to give one.
inline Map map_of(const Setup& setup) {
    constexpr std::size_t kNeeded = offsetof(SynPilotSetup, map) + sizeof(setup.map);
    return setup.struct_size >= kNeeded ? Map(setup.map) : Map();
}

/// The answer of a pilot's step, see SynPilotOutput.
struct DriverInputs {
    double steering = 0;  // -1 (right) to 1 (left)
    double throttle = 0;  // 0 to 1
    double braking = 0;   // 0 to 1
    bool leave = false;   // the agent has arrived and leaves the world
};

/// Base of all pilots.
/// Threading: one thread at a time.
class Pilot {
  public:
    virtual ~Pilot() = default;
    /// Returns the driver's inputs that hold until the next step.
    virtual DriverInputs step(const Input& input) = 0;
};

namespace internal {

inline void write_error(char* error, std::uint32_t error_bytes, const char* text) {
    if (error != nullptr && error_bytes > 0) std::snprintf(error, error_bytes, "%s", text);
}

/// Returns the result of `call`. If `call` throws, writes the exception's text to `error` and returns
/// `failed`.
template <typename Call, typename Value>
Value guarded(Call call, Value failed, char* error, std::uint32_t error_bytes) noexcept {
    try {
        return call();
    } catch (const std::exception& e) {
        write_error(error, error_bytes, e.what());
    } catch (...) {
        write_error(error, error_bytes, "an exception without text");
    }
    return failed;
}

template <typename P>
void* create(const SynPilotSetup* setup, char* error, std::uint32_t error_bytes) noexcept {
    // The void* is made from a Pilot*, because step and destroy cast it back to a Pilot*: P may have other
    // bases before Pilot.
    return guarded(
        [&] { return static_cast<void*>(std::unique_ptr<Pilot>(std::make_unique<P>(*setup)).release()); },
        static_cast<void*>(nullptr), error, error_bytes);
}

/// Returns the radio; an empty one if the program is too old to have radios, and so passes a shorter input.
inline Radio radio_of(const SynPilotInput& input) {
    constexpr std::size_t kNeeded = offsetof(SynPilotInput, radio) + sizeof(input.radio);
    return input.struct_size >= kNeeded ? Radio(input.radio) : Radio();
}

inline std::span<const SynSignals> signals_of(const SynPilotInput& input) {
    constexpr std::size_t kNeeded = offsetof(SynPilotInput, signals_count) + sizeof(input.signals_count);
    if (input.struct_size < kNeeded) return {};
    return {input.signals, input.signals_count};
}

inline Sensors sensors_of(const SynPilotInput& input) {
    constexpr std::size_t kNeeded = offsetof(SynPilotInput, sensors) + sizeof(input.sensors);
    return input.struct_size >= kNeeded ? Sensors(input.sensors) : Sensors();
}

inline std::int32_t step(void* pilot, const SynPilotInput* input, SynPilotOutput* output, char* error,
                         std::uint32_t error_bytes) noexcept {
    return guarded(
        [&] {
            const DriverInputs inputs =
                static_cast<Pilot*>(pilot)->step({.time_ns = input->time_ns,
                                                  .period_ns = input->period_ns,
                                                  .ego = input->ego,
                                                  .others = {input->others, input->others_count},
                                                  .radio = radio_of(*input),
                                                  .signals = signals_of(*input),
                                                  .sensors = sensors_of(*input)});
            output->steering = inputs.steering;
            output->throttle = inputs.throttle;
            output->braking = inputs.braking;
            output->leave = inputs.leave ? 1 : 0;
            return std::int32_t{0};
        },
        std::int32_t{1}, error, error_bytes);
}

}  // namespace internal
}  // namespace synchrono::pcp

/// Exports the four functions of the C ABI for the class `Type`.
#define SYN_PILOT(Type)                                                                                     \
    extern "C" std::uint32_t syn_pilot_abi_version(void) { return SYN_PILOT_ABI_VERSION; }                  \
    extern "C" void* syn_pilot_create(const SynPilotSetup* setup, char* error, std::uint32_t error_bytes) { \
        return ::synchrono::pcp::internal::create<Type>(setup, error, error_bytes);                         \
    }                                                                                                       \
    extern "C" std::int32_t syn_pilot_step(void* pilot, const SynPilotInput* input, SynPilotOutput* output, \
                                           char* error, std::uint32_t error_bytes) {                        \
        return ::synchrono::pcp::internal::step(pilot, input, output, error, error_bytes);                  \
    }                                                                                                       \
    extern "C" void syn_pilot_destroy(void* pilot) { delete static_cast<::synchrono::pcp::Pilot*>(pilot); } \
    static_assert(true, "so that SYN_PILOT(Type); ends in a semicolon")
