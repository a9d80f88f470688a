/// The C++ face of synchrono_radio.h: what a pilot hears, who is around, and how it sends.
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

/// The lists of the C structures, to be looped over.
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

/// What became of a message to send.
struct Sent {
    std::int32_t code = SYN_SENT;  // SYN_SENT or one of SYN_SEND_...
    std::string error;             // of SYN_SEND_UNREADABLE: what is wrong with the text
    explicit operator bool() const { return code == SYN_SENT; }
};

struct EarthPlace {
    double latitude_deg = 0, longitude_deg = 0, elevation_m = 0;
};

/// The radio of the pilot's agent, during a step. An agent without a radio has one that hears nothing and
/// sends nothing.
/// Threading: as the pilot.  Borrows: the C structure.
class Radio {
  public:
    Radio() = default;
    explicit Radio(const SynRadio* radio) : radio_(radio) {}

    /// Whether the agent has a radio.
    explicit operator bool() const { return radio_ != nullptr; }
    /// Received since the last step.
    std::span<const SynMessage> messages() const {
        if (radio_ == nullptr) return {};
        return {radio_->messages, radio_->messages_count};
    }
    /// Who sent basic safety messages lately.
    std::span<const SynNeighbour> neighbours() const {
        if (radio_ == nullptr) return {};
        return {radio_->neighbours, radio_->neighbours_count};
    }
    /// Ours, where the vehicle sends basic safety messages.
    std::optional<std::uint32_t> temporary_id() const {
        if (radio_ == nullptr || radio_->has_temporary_id == 0) return {};
        return radio_->temporary_id;
    }
    /// A received message as JSON text; empty where it is unreadable.
    std::string_view json(const SynMessage& message) const {
        const char* text = radio_ != nullptr ? radio_->json(radio_->context, message.index) : nullptr;
        return text != nullptr ? std::string_view(text) : std::string_view();
    }
    Sent send(std::span<const std::uint8_t> octets, std::int32_t medium = SYN_MEDIUM_DEFAULT) const {
        if (radio_ == nullptr) return {SYN_SEND_NO_MEDIUM, {}};
        const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(octets.size(), UINT32_MAX));
        return {radio_->send(radio_->context, medium, octets.data(), count), {}};
    }
    Sent send_json(const std::string& text, std::int32_t medium = SYN_MEDIUM_DEFAULT) const {
        if (radio_ == nullptr) return {SYN_SEND_NO_MEDIUM, {}};
        char error[512] = "";
        const std::int32_t code =
            radio_->send_json(radio_->context, medium, text.c_str(), error, sizeof error);
        return {code, error};
    }
    /// Requires a radio, as does the next.
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
