// A pilot that writes as notes what it gets from its radio. Its configuration is a plain word instead of
// JSON: with "send" the pilot sends messages, with "place" it converts a place.

#include <cmath>
#include <string>
#include <vector>

#include "pcp/pilot.hpp"

namespace {

namespace pcp = synchrono::pcp;

class Listener final : public pcp::Pilot {
  public:
    explicit Listener(const pcp::Setup& setup) : setup_(setup), word_(setup.config_json) {}

    pcp::DriverInputs step(const pcp::Input& input) override {
        const pcp::Radio& radio = input.radio;
        if (!radio) note("no radio");
        for (const SynMessage& m : radio.messages()) {
            note("message " + std::to_string(m.type) + " of " + std::to_string(pcp::bytes(m).size()) +
                 " octets: " + std::string(radio.json(m)));
        }
        for (const SynNeighbour& n : radio.neighbours()) {
            note("neighbour " + std::to_string(n.temporary_id) + " at " +
                 std::to_string(std::lround(n.newest->position.x)));
        }
        if (const auto id = radio.temporary_id()) note("I am " + std::to_string(*id));
        if (word_ == "send") {
            const std::vector<std::uint8_t> octets{1, 2, 3};
            answer(radio.send(octets, SYN_MEDIUM_LIGHT));
            answer(radio.send_json("{}"));
        }
        if (word_ == "place") {
            const pcp::EarthPlace place = radio.to_earth({1, 2, 3});
            const SynVec3 back = radio.to_world(place);
            note("at " + std::to_string(std::lround(place.latitude_deg)) + ", back at " +
                 std::to_string(std::lround(back.x)));
        }
        return {};
    }

  private:
    void note(const std::string& text) { setup_.note(setup_.note_context, SYN_NOTE_INFO, text.c_str()); }
    void answer(const pcp::Sent& sent) {
        note(sent ? "sent" : "refused with " + std::to_string(sent.code) + " '" + sent.error + "'");
    }

    pcp::Setup setup_;
    std::string word_;
};

}  // namespace

SYN_PILOT(Listener);
