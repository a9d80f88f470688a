#include "client/acu/state_codec.hpp"

#include "common/base/contract.hpp"

namespace synchrono::client {

void StateWriter::append(Bytes& any, std::string_view type_url, const BodyKind& kind, Engine& engine,
                         AgentId agent) {
    state_.clear();
    const ElementEngine* elements = engine.elements();
    if (const SignalsInSight* signals = elements != nullptr ? elements->signals(agent) : nullptr) {
        append_signals_state(state_, *signals);
    } else {
        const StateType* const type = kind.state_named(type_url);
        SYN_REQUIRE(type != nullptr);
        const Machinery machinery = type->tells_machinery ? engine.machinery(agent) : Machinery();
        kind.append_state(state_, type_url, engine.motion(agent), machinery);
    }
    net::append_any(any, type_url, state_);
}

StateOf read_state(const BodyKind& kind, const net::AgentHeader& header, ByteView any, BodyMotion& motion,
                   SignalsInSight& signals) {
    const geo::Vec3 place{header.x_m, header.y_m, header.z_m};
    std::string_view type_url;
    ByteView state;
    if (!net::decode_any(any, type_url, state)) type_url = {};
    if (type_url == kSignalsStateTypeUrl) {
        if (!decode(state, signals)) return StateOf::nothing;
        signals.agent = header.agent;
        signals.position = place;
        return StateOf::signals;
    }
    if (!kind.read_state(type_url, state, motion, nullptr)) motion.position = place;
    return StateOf::body;
}

}  // namespace synchrono::client
