/// The radio as a pilot's library sees it: the structure of pcp/synchrono_radio.h, filled from the
/// perception, and the functions in it, which are carried out here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/radio/outbox.hpp"
#include "client/radio/radio_perception.hpp"
#include "common/geo/geodetic.hpp"
#include "pcp/synchrono_radio.h"

namespace synchrono::client::pilot::internal {

/// The radio of one pilot.
/// Threading: one thread.  Owns: the messages that the pilot sends, and the texts that it asks for.
class PilotRadio {
  public:
    explicit PilotRadio(const geo::Geodetic& origin);
    PilotRadio(const PilotRadio&) = delete;
    PilotRadio& operator=(const PilotRadio&) = delete;

    /// Begins a step with this perception, which must stay unchanged until close(); null if the agent has no
    /// radio.
    void open(const radio::RadioPerception* perception);
    /// Ends the step and returns the messages that the pilot has sent. They are valid until the next open(),
    /// and until then the pilot can neither read nor send messages.
    radio::Posted close();
    /// Returns the structure for the pilot, which is the same object at every step; null if the agent has no
    /// radio.
    const SynRadio* c_radio() const { return has_radio_ ? &radio_ : nullptr; }

  private:
    static const char* json_of(void* context, std::uint32_t index);
    static std::int32_t send(void* context, std::int32_t medium, const void* bytes, std::uint32_t count);
    static std::int32_t send_json(void* context, std::int32_t medium, const char* text, char* error,
                                  std::uint32_t error_bytes);
    static void to_earth(void* context, SynVec3 place, double* latitude_deg, double* longitude_deg,
                         double* elevation_m);
    static SynVec3 to_world(void* context, double latitude_deg, double longitude_deg, double elevation_m);

    const geo::WorldFrame world_;
    bool has_radio_ = false;
    SynRadio radio_{};
    radio::Outbox outbox_;
    std::vector<std::string> texts_;  // JSON of the messages; empty until the pilot asks for a text
    std::string problem_;             // why the last send_json failed
};

}  // namespace synchrono::client::pilot::internal
