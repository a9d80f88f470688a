// Reads junctions and controllers, and checks the references between the parts of a file.
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "common/roadmap/internal/read.hpp"

namespace synchrono::roadmap {

namespace {

Connection read_connection(const Element& element, bool direct) {
    Connection connection;
    connection.line = element.line();
    connection.id = element.text("id");
    connection.incoming = element.required_text("incomingRoad");
    connection.connecting = element.required_text(direct ? "linkedRoad" : "connectingRoad");
    if (element.has("contactPoint") || direct) {
        connection.contact = element.word("contactPoint", {"start", "end"}) == 1 ? End::end : End::start;
    }
    constexpr int kMost = static_cast<int>(kLanesMax);
    element.children({"userData", "predecessor", "successor"}, [&](const Element& child) {
        if (child.name() != "laneLink") return false;
        if (connection.links.size() >= 2 * kLanesMax)
            return !child.problem("more links than there can be lanes");
        connection.links.push_back({child.whole("from", -kMost, kMost), child.whole("to", -kMost, kMost)});
        return true;
    });
    return connection;
}

template <typename Map, typename List>
void index(const List& list, const char* what, Map& ids, Findings& findings) {
    for (const auto& each : list) {
        if (!ids.try_emplace(each.id, &each).second) {
            findings.problem(each.line, fmt::format("{} id '{}' is used twice", what, each.id));
        }
    }
}

using Roads = std::map<std::string, const Road*, std::less<>>;
using Junctions = std::map<std::string, const Junction*, std::less<>>;

void check_link(const Road& road, const std::optional<RoadLink>& link, const char* which, const Roads& roads,
                const Junctions& junctions, Findings& findings) {
    if (!link) return;
    if (link->to_junction ? junctions.contains(link->id) : roads.contains(link->id)) return;
    findings.problem(road.line, fmt::format("road '{}': its {} is {} '{}', which does not exist", road.id,
                                            which, link->to_junction ? "junction" : "road", link->id));
}

void check_road(const Road& road, const Roads& roads, const Junctions& junctions, Findings& findings) {
    check_link(road, road.predecessor, "predecessor", roads, junctions, findings);
    check_link(road, road.successor, "successor", roads, junctions, findings);
    if (!road.junction.empty() && !junctions.contains(road.junction)) {
        findings.problem(road.line, fmt::format("road '{}' leads through junction '{}', which does not exist",
                                                road.id, road.junction));
    }
    for (const LaneSection& section : road.sections) {
        if (section.s_m > road.length_m) {
            findings.problem(section.line,
                             fmt::format("road '{}' is {} m long, but a <laneSection> begins at {}", road.id,
                                         road.length_m, section.s_m));
        }
    }
}

void check_junction(const Junction& junction, const Roads& roads, Findings& findings) {
    for (const Connection& connection : junction.connections) {
        for (const std::string& id : {connection.incoming, connection.connecting}) {
            if (roads.contains(id)) continue;
            findings.problem(
                connection.line,
                fmt::format("junction '{}' connects road '{}', which does not exist", junction.id, id));
        }
    }
}

}  // namespace

Junction read_junction(const Element& element) {
    Junction junction;
    junction.line = element.line();
    junction.id = element.required_text("id");
    junction.name = element.text("name");
    const std::string type = element.text("type");
    junction.direct = type == "direct";
    if (type == "virtual") {
        element.findings().remark(junction.line, "virtual junctions are not followed");
    } else if (!type.empty() && !junction.direct && type != "default") {
        element.problem(fmt::format("<junction> type: expected default, virtual or direct, not '{}'",
                                    type.substr(0, 40)));
    }
    const auto room = [](const Element& child, std::size_t count) {
        return count < kRecordsMax ||
               child.problem(fmt::format("more than {} <{}> in one junction", kRecordsMax, child.name()));
    };
    element.children({"userData", "dataQuality", "surface"}, [&](const Element& child) {
        if (child.name() == "connection") {
            if (type != "virtual" && room(child, junction.connections.size())) {
                junction.connections.push_back(read_connection(child, junction.direct));
            }
        } else if (child.name() == "priority") {
            if (room(child, junction.priorities.size()) && child.has("high") && child.has("low")) {
                junction.priorities.push_back({child.text("high"), child.text("low")});
            }
        } else if (child.name() == "controller") {
            if (room(child, junction.controllers.size())) {
                junction.controllers.push_back(child.required_text("id"));
            }
        } else {
            return false;
        }
        return true;
    });
    return junction;
}

Controller read_controller(const Element& element) {
    Controller controller{element.required_text("id"), element.text("name"), {}};
    element.children({"userData"}, [&](const Element& child) {
        if (child.name() != "control") return false;
        if (controller.signals.size() < kRecordsMax) {
            controller.signals.push_back(child.required_text("signalId"));
        } else {
            child.problem(fmt::format("more than {} signals", kRecordsMax));
        }
        return true;
    });
    return controller;
}

void check_references(const OpenDrive& map, Findings& findings) {
    Roads roads;
    Junctions junctions;
    index(map.roads, "road", roads, findings);
    index(map.junctions, "junction", junctions, findings);
    std::map<std::string, std::size_t> controllers;  // with the number of their signals
    for (const Controller& controller : map.controllers) {
        controllers.try_emplace(controller.id, controller.signals.size());
    }
    std::set<std::string> signals;
    std::size_t count = 0, controlled = 0;
    for (const Road& road : map.roads) {
        if ((count += road.signals.size()) > kSignalsMax) {
            findings.problem(road.line, fmt::format("more than {} signals", kSignalsMax));
            return;
        }
        for (const Signal& signal : road.signals) {
            if (!signal.reference && !signals.insert(signal.id).second) {
                findings.remark(signal.line, "a signal id is used twice; the first signal counts");
            }
        }
    }
    for (const Road& road : map.roads) {
        check_road(road, roads, junctions, findings);
        for (const Signal& signal : road.signals) {
            if (signal.reference && !signals.contains(signal.id)) {
                findings.problem(signal.line,
                                 fmt::format("a reference to signal '{}', which does not exist", signal.id));
            }
        }
        for (const Object& object : road.objects) {
            if (!object.signal.empty() && !signals.contains(object.signal)) {
                findings.problem(object.line,
                                 fmt::format("object '{}' obeys signal '{}', which does not exist", object.id,
                                             object.signal));
            }
        }
    }
    for (const Junction& junction : map.junctions) {
        if (controlled > kSignalsMax) {
            findings.problem(junction.line, fmt::format("more than {} signals of junctions", kSignalsMax));
            return;
        }
        check_junction(junction, roads, findings);
        for (const std::string& id : junction.controllers) {
            if (const auto found = controllers.find(id); found != controllers.end()) {
                controlled += found->second;
                continue;
            }
            findings.problem(
                junction.line,
                fmt::format("junction '{}' has controller '{}', which does not exist", junction.id, id));
        }
    }
}

}  // namespace synchrono::roadmap
