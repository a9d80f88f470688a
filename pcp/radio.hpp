/// The C++ face of synchrono_radio.h: a pilot's received messages, the vehicles nearby that send them, and
/// functions for sending.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pcp/synchrono_radio.h"

namespace synchrono::pcp {

/// Return the lists of the C structures as spans.
inline std::span<const SynSignals> signals(const SynMessage& m) { return {m.signals, m.signals_count}; }
inline std::span<const SynIntersection> intersections(const SynMessage& m) {
    return {m.intersections, m.intersections_count};
}
inline std::span<const std::uint8_t> bytes(const SynMessage& m) { return {m.bytes, m.bytes_count}; }
inline std::span<const SynCrumb> crumbs(const SynBasicSafety& b) { return {b.crumbs, b.crumbs_count}; }
inline std::span<const SynSignalGroup> groups(const SynSignals& s) { return {s.groups, s.groups_count}; }
inline std::span<const SynLane> lanes(const SynIntersection& i) { return {i.lanes, i.lanes_count}; }
inline std::span<const SynVec3> nodes(const SynLane& l) { return {l.nodes, l.nodes_count}; }
inline std::span<const SynConnection> connections(const SynLane& l) {
    return {l.connections, l.connections_count};
}

/// The outcome of sending a message.
struct Sent {
    std::int32_t code = SYN_SENT;  // SYN_SENT or one of SYN_SEND_...
    std::string error;             // with SYN_SEND_UNREADABLE from send_json: what is wrong with the text
    explicit operator bool() const { return code == SYN_SENT; }
};

struct EarthPlace {
    double latitude_deg = 0, longitude_deg = 0, elevation_m = 0;
};

/// The radio of the pilot's agent, valid during a step. An agent without a radio gets an empty one that
/// receives and sends nothing.
/// Threading: as the pilot.  Borrows: the C structure.
class Radio {
  public:
    Radio() = default;
    explicit Radio(const SynRadio* radio) : radio_(radio) {}

    /// Returns whether the agent has a radio.
    explicit operator bool() const { return radio_ != nullptr; }
    /// Returns the messages received since the last step, ascending by the time of reception.
    std::span<const SynMessage> messages() const {
        if (radio_ == nullptr) return {};
        return {radio_->messages, radio_->messages_count};
    }
    /// Returns the vehicles that sent basic safety messages in the last five seconds, ascending by temporary
    /// id.
    std::span<const SynNeighbour> neighbours() const {
        if (radio_ == nullptr) return {};
        return {radio_->neighbours, radio_->neighbours_count};
    }
    /// Returns the ego's own temporary id, if the vehicle sends basic safety messages.
    std::optional<std::uint32_t> temporary_id() const {
        if (radio_ == nullptr || radio_->has_temporary_id == 0) return {};
        return radio_->temporary_id;
    }
    /// Returns a received message as JSON text, valid until the step ends; an empty text if the message is
    /// unreadable.
    std::string_view json(const SynMessage& message) const {
        const char* text = radio_ != nullptr ? radio_->json(radio_->context, message.index) : nullptr;
        return text != nullptr ? std::string_view(text) : std::string_view();
    }
    /// Sends octets unchanged, without checking them.
    Sent send(std::span<const std::uint8_t> octets, std::int32_t medium = SYN_MEDIUM_DEFAULT) const {
        if (radio_ == nullptr) return {SYN_SEND_NO_MEDIUM, {}};
        const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(octets.size(), UINT32_MAX));
        return {radio_->send(radio_->context, medium, octets.data(), count), {}};
    }
    /// Sends a message given as JSON text, in the form that json() returns.
    Sent send_json(const std::string& text, std::int32_t medium = SYN_MEDIUM_DEFAULT) const {
        if (radio_ == nullptr) return {SYN_SEND_NO_MEDIUM, {}};
        char error[512] = "";
        const std::int32_t code =
            radio_->send_json(radio_->context, medium, text.c_str(), error, sizeof error);
        return {code, error};
    }
    /// Converts a place in the world to one on the earth. Requires a radio; so does to_world(), which
    /// converts back.
    EarthPlace to_earth(const SynVec3& place) const {
        EarthPlace earth;
        radio_->to_earth(radio_->context, place, &earth.latitude_deg, &earth.longitude_deg,
                         &earth.elevation_m);
        return earth;
    }
    SynVec3 to_world(const EarthPlace& place) const {
        return radio_->to_world(radio_->context, place.latitude_deg, place.longitude_deg, place.elevation_m);
    }

  private:
    const SynRadio* radio_ = nullptr;
};

}  // namespace synchrono::pcp
