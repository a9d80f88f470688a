/// The radio as a pilot's library sees it: the structure of pcp/synchrono_radio.h over what the host was
/// shown, and the functions in it. None of them reaches beyond the host.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/radio/outbox.hpp"
#include "client/radio/radio_news.hpp"
#include "common/geo/geodetic.hpp"
#include "pcp/synchrono_radio.h"

namespace synchrono::client::internal {

/// Threading: one thread.  Owns: what the pilot sends, and the texts that it asks for.
class PilotRadio {
  public:
    explicit PilotRadio(const geo::Geodetic& origin);
    PilotRadio(const PilotRadio&) = delete;
    PilotRadio& operator=(const PilotRadio&) = delete;

    /// The pilot's step begins with these news, which stay until close(); null where the agent has no radio.
    void open(const RadioNews* news);
    /// The step is over: no function gives or takes anything before the next. Valid until the next open().
    Posted close();
    /// Null where the agent has no radio; else the same object at every step.
    const SynRadio* shown() const { return has_radio_ ? &radio_ : nullptr; }

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
    Outbox outbox_;
    std::vector<std::string> texts_;  // of the messages, once the pilot has asked for one; else empty
    std::string problem_;
};

}  // namespace synchrono::client::internal
