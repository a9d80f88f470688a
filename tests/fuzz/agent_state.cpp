// Decodes any bytes as the states that peers publish, without a crash or undefined behaviour. Accepted
// signals are the same after they have been encoded and decoded once more; an accepted body keeps its
// position, and its velocity is finite.
#include <array>
#include <cmath>
#include <cstdint>

#include "client/body/machine_state_codec.hpp"
#include "client/body/signals_in_sight.hpp"
#include "client/body/vehicle_state_codec.hpp"
#include "common/base/contract.hpp"

using namespace synchrono;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteView bytes(reinterpret_cast<const std::byte*>(data), size);
    client::body::SignalsInSight signals, again;
    if (client::body::decode(bytes, signals)) {
        SYN_ENSURE(signals.groups.size() <= client::body::kSignalGroupsMax);
        Bytes out;
        client::body::append_signals_state(out, signals);
        SYN_ENSURE(client::body::decode(out, again) && again == signals);
    } else {
        SYN_ENSURE(signals.groups.empty());
    }
    client::body::BodyMotion motion, same;
    if (client::body::decode(bytes, motion)) {
        std::array<std::byte, client::body::kVehicleStateBytesMax> out;
        const std::size_t length = client::body::encode(motion, out);
        SYN_ENSURE(client::body::decode(ByteView(out).first(length), same));
        SYN_ENSURE(same.position == motion.position && std::isfinite(same.velocity.x));
    }
    client::body::Machinery machinery;
    if (client::body::decode_vehicle(client::body::kMachineStateTypeUrl, bytes, motion, &machinery)) {
        SYN_ENSURE(machinery.wheels.size() <= client::body::kWheelsMax && std::isfinite(motion.velocity.x));
        Bytes out;
        client::body::append_machine_state(out, motion, machinery);
        SYN_ENSURE(client::body::decode_vehicle(client::body::kMachineStateTypeUrl, out, same, &machinery));
        SYN_ENSURE(same.position == motion.position);
    }
    return 0;
}
