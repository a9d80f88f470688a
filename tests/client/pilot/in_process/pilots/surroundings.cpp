// A pilot that writes as notes what it is given: the map, the kinds of others, the signals.

#include <string>

#include "pcp/pilot.hpp"

namespace {

namespace pcp = synchrono::pcp;

class Onlooker final : public pcp::Pilot {
  public:
    explicit Onlooker(const pcp::Setup& setup) : setup_(setup), map_(pcp::map_of(setup)) {
        note(!map_ ? "no map"
                   : "map " + std::string(map_.ways()[0].name) + " of " + std::to_string(map_.ways().size()) +
                         " ways");
    }

    pcp::DriverInputs step(const pcp::Input& input) override {
        for (const SynOther& other : input.others)
            note("other " + std::to_string(other.agent) + " of kind " + std::to_string(other.kind));
        for (const SynSignals& signals : input.signals) {
            std::string text =
                "signals of " + std::to_string(signals.region) + "/" + std::to_string(signals.intersection) +
                " at " + std::to_string(signals.time_ns) + (signals.name[0] == '\0' ? "" : " named") + ":";
            for (std::uint32_t i = 0; i < signals.groups_count; ++i) {
                const SynSignalGroup& group = signals.groups[i];
                text += " " + std::to_string(group.group) + "=" + std::to_string(group.state);
                for (const std::int64_t time :
                     {group.min_end_ns, group.max_end_ns, group.likely_end_ns, group.next_ns})
                    if (time != SYN_TIME_UNKNOWN) text += "!";
            }
            note(text);
        }
        return {};
    }

  private:
    void note(const std::string& text) const {
        setup_.note(setup_.note_context, SYN_NOTE_INFO, text.c_str());
    }

    pcp::Setup setup_;
    pcp::Map map_;
};

}  // namespace

SYN_PILOT(Onlooker);
