#include "client/acu/state_codec.hpp"

#include "common/base/contract.hpp"

namespace synchrono::client::acu {

void StateWriter::append(Bytes& any, std::string_view type_url, const kind::BodyKind& kind,
                         engine::Engine& engine, AgentId agent) {
    state_.clear();
    const engine::ElementEngine* elements = engine.elements();
    if (const body::SignalsInSight* signals = elements != nullptr ? elements->signals(agent) : nullptr) {
        body::append_signals_state(state_, *signals);
    } else {
        const kind::StateType* const type = kind.state_named(type_url);
        SYN_REQUIRE(type != nullptr);
        const body::Machinery machinery = type->has_machinery ? engine.machinery(agent) : body::Machinery();
        kind.append_state(state_, type_url, engine.motion(agent), machinery);
    }
    net::append_any(any, type_url, state_);
}

StateOf read_state(const kind::BodyKind& kind, const net::AgentHeader& header, ByteView any,
                   body::BodyMotion& motion, body::SignalsInSight& signals) {
    const geo::Vec3 place{header.x_m, header.y_m, header.z_m};
    std::string_view type_url;
    ByteView state;
    if (!net::decode_any(any, type_url, state)) type_url = {};
    if (type_url == body::kSignalsStateTypeUrl) {
        if (!body::decode(state, signals)) return StateOf::nothing;
        signals.agent = header.agent;
        signals.position = place;
        return StateOf::signals;
    }
    if (!kind.read_state(type_url, state, motion, nullptr)) motion.position = place;
    return StateOf::body;
}

}  // namespace synchrono::client::acu
