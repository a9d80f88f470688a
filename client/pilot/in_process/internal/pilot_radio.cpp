#include "client/pilot/in_process/internal/pilot_radio.hpp"

#include <cstdio>
#include <exception>
#include <string_view>

#include "common/j2735/codec.hpp"

namespace synchrono::client::pilot::internal {
namespace {

void write_error(char* error, std::uint32_t error_bytes, std::string_view text) {
    if (error != nullptr && error_bytes > 0)
        std::snprintf(error, error_bytes, "%.*s", static_cast<int>(text.size()), text.data());
}

}  // namespace

PilotRadio::PilotRadio(const geo::Geodetic& origin) : world_(origin) {
    radio_.struct_size = sizeof radio_;
    radio_.context = this;
    radio_.json = json_of;
    radio_.send = send;
    radio_.send_json = send_json;
    radio_.to_earth = to_earth;
    radio_.to_world = to_world;
}

void PilotRadio::open(const radio::RadioPerception* perception) {
    has_radio_ = perception != nullptr;
    if (!has_radio_) return;
    radio_.media = perception->media;
    radio_.has_temporary_id = perception->temporary_id ? 1 : 0;
    radio_.temporary_id = perception->temporary_id.value_or(0);
    radio_.messages = perception->messages.data();
    radio_.messages_count = static_cast<std::uint32_t>(perception->messages.size());
    radio_.neighbours = perception->neighbours.data();
    radio_.neighbours_count = static_cast<std::uint32_t>(perception->neighbours.size());
    outbox_.open(perception->media);
}

radio::Posted PilotRadio::close() {
    texts_.clear();
    radio_.messages_count = radio_.neighbours_count = 0;
    return outbox_.close();
}

const char* PilotRadio::json_of(void* context, std::uint32_t index) {
    auto& self = *static_cast<PilotRadio*>(context);
    if (index >= self.radio_.messages_count) return nullptr;
    const SynMessage& message = self.radio_.messages[index];
    if (message.type == SYN_MESSAGE_UNREADABLE) return nullptr;
    try {
        // Room is made for all texts at once, so that no text moves while the pilot has a pointer to it.
        if (self.texts_.empty()) self.texts_.resize(self.radio_.messages_count);
        std::string& text = self.texts_[index];
        if (text.empty()) {
            const auto frame =
                j2735::decode({reinterpret_cast<const std::byte*>(message.bytes), message.bytes_count});
            if (!frame) return nullptr;
            text = j2735::to_json(*frame);
        }
        return text.c_str();
    } catch (const std::exception&) {
        return nullptr;  // no exception may cross the C interface
    }
}

std::int32_t PilotRadio::send(void* context, std::int32_t medium, const void* bytes, std::uint32_t count) {
    try {
        return static_cast<PilotRadio*>(context)->outbox_.send(medium, bytes, count);
    } catch (const std::exception&) {
        return SYN_SEND_UNREADABLE;
    }
}

std::int32_t PilotRadio::send_json(void* context, std::int32_t medium, const char* text, char* error,
                                   std::uint32_t error_bytes) {
    auto& self = *static_cast<PilotRadio*>(context);
    write_error(error, error_bytes, "");
    try {
        const std::int32_t code = self.outbox_.send_json(medium, text, self.problem_);
        write_error(error, error_bytes, self.problem_);
        return code;
    } catch (const std::exception& e) {
        write_error(error, error_bytes, e.what());
        return SYN_SEND_UNREADABLE;
    }
}

void PilotRadio::to_earth(void* context, SynVec3 place, double* latitude_deg, double* longitude_deg,
                          double* elevation_m) {
    const geo::Geodetic g = static_cast<PilotRadio*>(context)->world_.to_earth({place.x, place.y, place.z});
    if (latitude_deg != nullptr) *latitude_deg = g.latitude_deg;
    if (longitude_deg != nullptr) *longitude_deg = g.longitude_deg;
    if (elevation_m != nullptr) *elevation_m = g.elevation_m;
}

SynVec3 PilotRadio::to_world(void* context, double latitude_deg, double longitude_deg, double elevation_m) {
    const geo::Vec3 p =
        static_cast<PilotRadio*>(context)->world_.to_world({latitude_deg, longitude_deg, elevation_m});
    return {p.x, p.y, p.z};
}

}  // namespace synchrono::client::pilot::internal
