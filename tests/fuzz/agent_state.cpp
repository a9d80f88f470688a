// Decodes any bytes as the states that peers publish, without a crash or undefined behaviour. An engine and
// a pilot can compute with every accepted state, and it comes back the same when it is sent on.
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
    client::SignalsInSight signals, again;
    if (client::decode(bytes, signals)) {
        SYN_ENSURE(signals.groups.size() <= client::kSignalGroupsMax);
        Bytes out;
        client::append_signals_state(out, signals);
        SYN_ENSURE(client::decode(out, again) && again == signals);
    } else {
        SYN_ENSURE(signals.groups.empty());
    }
    client::BodyMotion motion, same;
    if (client::decode(bytes, motion)) {
        std::array<std::byte, client::kVehicleStateBytesMax> out;
        const std::size_t length = client::encode(motion, out);
        SYN_ENSURE(client::decode(ByteView(out).first(length), same));
        SYN_ENSURE(same.position == motion.position && std::isfinite(same.velocity.x));
    }
    client::Machinery machinery;
    if (client::decode_vehicle(client::kMachineStateTypeUrl, bytes, motion, &machinery)) {
        SYN_ENSURE(machinery.wheels.size() <= client::kWheelsMax && std::isfinite(motion.velocity.x));
        Bytes out;
        client::append_machine_state(out, motion, machinery);
        SYN_ENSURE(client::decode_vehicle(client::kMachineStateTypeUrl, out, same, &machinery));
        SYN_ENSURE(same.position == motion.position);
    }
    return 0;
}
