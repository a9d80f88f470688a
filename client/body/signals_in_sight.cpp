#include "client/body/signals_in_sight.hpp"

#include <bitset>
#include <protozero/pbf_reader.hpp>

namespace synchrono::client::body {
namespace {

constexpr std::uint32_t kNumberMax = 65'535, kGroupMax = 254;

bool is_state(std::uint32_t number) {
    using signal::SignalState;
    for (const SignalState known :
         {SignalState::stop, SignalState::permissive_green, SignalState::protected_green,
          SignalState::permissive_yellow, SignalState::protected_yellow}) {
        if (number == static_cast<std::uint32_t>(known)) return true;
    }
    return false;
}

/// The progress of decoding one SignalsState. The numbers and the states of the groups come in two lists;
/// either may come first, and in pieces.
struct Read {
    std::uint32_t intersection = 0, region = 0;
    std::size_t groups = 0, states = 0;  // how many have come
    std::vector<Lamp>& lamps;
    std::bitset<256> known;  // the numbers of groups that have come

    Lamp* at(std::size_t index) {
        if (index >= kSignalGroupsMax) return nullptr;
        if (index >= lamps.size()) lamps.resize(index + 1);
        return &lamps[index];
    }
    bool group(std::uint32_t number) {
        Lamp* lamp = at(groups++);
        if (lamp == nullptr || number == 0 || number > kGroupMax || known[number]) return false;
        known.set(number);
        lamp->group = static_cast<config::SignalGroupId>(number);
        return true;
    }
    bool state(std::uint32_t number) {
        Lamp* lamp = at(states++);
        if (lamp == nullptr || !is_state(number)) return false;
        lamp->state = static_cast<signal::SignalState>(number);
        return true;
    }
};

bool read(ByteView bytes, Read& into) {
    using protozero::pbf_wire_type;
    protozero::pbf_reader reader(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    while (reader.next()) {
        const auto tag = reader.tag();
        const bool varint = reader.wire_type() == pbf_wire_type::varint;
        const bool packed = reader.wire_type() == pbf_wire_type::length_delimited;
        if (tag <= 2 && varint) {
            (tag == 1 ? into.intersection : into.region) = reader.get_uint32();
        } else if ((tag == 3 || tag == 4) && varint) {
            const std::uint32_t number = reader.get_uint32();
            if (!(tag == 3 ? into.group(number) : into.state(number))) return false;
        } else if ((tag == 3 || tag == 4) && packed) {
            for (const std::uint32_t number : reader.get_packed_uint32()) {
                if (!(tag == 3 ? into.group(number) : into.state(number))) return false;
            }
        } else {
            reader.skip();
        }
    }
    return into.groups == into.states && into.intersection <= kNumberMax && into.region <= kNumberMax;
}

void append_varint(Bytes& out, std::uint32_t number) {
    for (; number >= 0x80; number >>= 7) out.push_back(static_cast<std::byte>((number & 0x7f) | 0x80));
    out.push_back(static_cast<std::byte>(number));
}

}  // namespace

void append_signals_state(Bytes& out, const SignalsInSight& signals) {
    // Zeroes and empty lists are left out, as in protobuf.
    const auto number = [&out](std::uint32_t tag, std::uint32_t value) {
        if (value == 0) return;
        append_varint(out, tag << 3);
        append_varint(out, value);
    };
    number(1, signals.intersection);
    number(2, signals.region);
    if (signals.groups.empty()) return;
    std::uint32_t bytes = 0;
    for (const Lamp& lamp : signals.groups) bytes += lamp.group < 0x80 ? 1 : 2;
    append_varint(out, 3 << 3 | 2);
    append_varint(out, bytes);
    for (const Lamp& lamp : signals.groups) append_varint(out, lamp.group);
    append_varint(out, 4 << 3 | 2);
    append_varint(out, static_cast<std::uint32_t>(signals.groups.size()));
    for (const Lamp& lamp : signals.groups) append_varint(out, static_cast<std::uint32_t>(lamp.state));
}

bool decode(ByteView bytes, SignalsInSight& signals) {
    signals.groups.clear();
    Read into{.lamps = signals.groups, .known = {}};
    try {
        if (read(bytes, into)) {
            signals.intersection = static_cast<std::uint16_t>(into.intersection);
            signals.region = static_cast<std::uint16_t>(into.region);
            return true;
        }
    } catch (const protozero::exception&) {
        // Malformed bytes are handled below, like numbers out of range.
    }
    signals.groups.clear();
    return false;
}

}  // namespace synchrono::client::body
