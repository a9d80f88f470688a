#include "tools/report/internal/study_json.hpp"

#include <algorithm>
#include <cmath>

#include "tools/radio/radio_names.hpp"

namespace synchrono::tools::report {
namespace {

constexpr std::size_t kListedMax = 10'000;

Json::Value place_json(geo::Vec2 place) {
    Json::Value list(Json::arrayValue);
    list.append(std::round(place.x * 1e3) / 1e3);
    list.append(std::round(place.y * 1e3) / 1e3);
    return list;
}

/// Rounds to six decimals; smaller differences mean nothing in traffic.
double rounded(double value) { return std::round(value * 1e6) / 1e6; }
Json::Value maybe(const std::optional<double>& value) {
    return value ? Json::Value(rounded(*value)) : Json::Value();
}

Json::Value encounters_json(const study::Study& study, const std::vector<study::Encounter>& all,
                            const char* seconds_key) {
    Json::Value list(Json::arrayValue);
    for (std::size_t i = 0; i < std::min(all.size(), kListedMax); ++i) {
        const study::Encounter& encounter = all[i];
        Json::Value entry;
        for (const auto& [drive, speed] :
             {std::pair{encounter.one, encounter.one_m_s}, std::pair{encounter.other, encounter.other_m_s}}) {
            entry["agents"].append(study.drives.drives[drive].name);
            entry["speeds_m_s"].append(rounded(speed));
        }
        entry["time_s"] = encounter.time.to_seconds();
        entry["place_m"] = place_json(encounter.place);
        if (seconds_key != nullptr) entry[seconds_key] = rounded(encounter.seconds);
        list.append(entry);
    }
    return list;
}

Json::Value passage_json(const study::Study& study, const study::Passage& passage) {
    Json::Value entry;
    entry["agent"] = study.drives.drives[passage.drive].name;
    entry["junction"] = study.streets->junctions[passage.junction].name;
    entry["from"] = passage.from_road;
    entry["to"] = passage.to_road;
    entry["turn"] = study::turn_name(passage.turn);
    entry["time_s"] = passage.entered.to_seconds();
    entry["place_m"] = place_json(passage.place);
    entry["speed_m_s"] = rounded(passage.speed_m_s);
    return entry;
}

Json::Value vehicles_json(const study::Study& study) {
    Json::Value list(Json::arrayValue);
    for (std::size_t i = 0; i < study.figures.size(); ++i) {
        const study::Drive& drive = study.drives.drives[i];
        if (drive.kind != study::Drive::Kind::vehicle) continue;
        const study::DriveFigures& of = study.figures[i];
        Json::Value entry;
        entry["name"] = drive.name;
        entry["first_s"] = drive.first().to_seconds();
        entry["last_s"] = drive.last().to_seconds();
        entry["arrived"] = drive.left_at.has_value();
        entry["parked"] = of.parked;
        entry["distance_m"] = rounded(of.distance_m);
        entry["mean_speed_m_s"] = rounded(of.speed_mean_m_s());
        entry["max_speed_m_s"] = rounded(of.speed_max_m_s);
        entry["stops"] = Json::UInt64(of.stops.size());
        entry["waiting_s"] = rounded(of.waiting_s());
        entry["longest_stop_s"] = rounded(of.longest_stop_s());
        entry["delay_s"] = rounded(of.delay_s());
        entry["hard_brakings"] = Json::UInt64(of.hard_brakings.size());
        list.append(entry);
    }
    return list;
}

Json::Value movements_json(const study::Study& study) {
    Json::Value list(Json::arrayValue);
    const double hours = study.drives.end.to_seconds() / 3600;
    const auto name_of = [&study](const std::string& road) {
        const auto name = study.streets->road_names.find(road);
        return name == study.streets->road_names.end() ? std::string() : name->second;
    };
    for (const study::Movement& movement : study.movements) {
        Json::Value entry;
        entry["junction"] = movement.junction;
        entry["from"] = movement.from_road;
        entry["to"] = movement.to_road;
        entry["from_name"] = name_of(movement.from_road);
        entry["to_name"] = name_of(movement.to_road);
        entry["turn"] = study::turn_name(movement.turn);
        entry["vehicles"] = Json::UInt64(movement.count);
        entry["vehicles_per_hour"] = rounded(hours > 0 ? static_cast<double>(movement.count) / hours : 0);
        entry["red_lights_run"] = Json::UInt64(movement.red_lights_run);
        entry["mean_waited_s"] = rounded(movement.waited_s);
        entry["mean_through_s"] =
            movement.left_junction > 0 ? Json::Value(rounded(movement.through_s)) : Json::Value();
        list.append(entry);
    }
    return list;
}

Json::Value traffic_json(const study::Study& study) {
    const study::TrafficTotals& totals = study.totals;
    const study::Encounters& encounters = study.encounters;
    Json::Value json;
    json["step_ms"] = study.drives.step.to_seconds() * 1e3;
    json["vehicles"] = Json::UInt64(totals.vehicles);
    json["pedestrians"] = Json::UInt64(totals.pedestrians);
    json["parked"] = Json::UInt64(totals.parked);
    json["arrived"] = Json::UInt64(totals.arrived);
    json["collisions"] = Json::UInt64(encounters.collisions.size());
    json["conflicts"] = Json::UInt64(encounters.conflicts.size());
    json["close_passes"] = Json::UInt64(encounters.close_passes.size());
    json["smallest_ttc_s"] = maybe(encounters.smallest_ttc_s);
    const auto governed = std::count_if(study.passages.begin(), study.passages.end(),
                                        [](const study::Passage& p) { return p.signal.has_value(); });
    json["passages"] = Json::UInt64(study.passages.size());
    json["signalled_passages"] = Json::UInt64(static_cast<std::uint64_t>(governed));
    json["red_lights_run"] =
        study.streets ? Json::Value(Json::UInt64(study.red_lights_run())) : Json::Value();
    json["stops"] = Json::UInt64(totals.stops);
    json["hard_brakings"] = Json::UInt64(totals.hard_brakings);
    json["distance_m"] = rounded(totals.distance_m);
    json["waiting_s"] = rounded(totals.waiting_s);
    json["mean_speed_m_s"] = maybe(totals.mean_speed_m_s);
    json["mean_delay_s"] = maybe(totals.mean_delay_s);
    json["mean_waiting_s"] = maybe(totals.mean_waiting_s);
    json["free_speed"] = study.streets ? "map" : "own";
    json["collision_list"] = encounters_json(study, encounters.collisions, nullptr);
    json["conflict_list"] = encounters_json(study, encounters.conflicts, "ttc_s");
    json["close_pass_list"] = encounters_json(study, encounters.close_passes, "between_s");
    json["red_light_list"] = Json::arrayValue;
    for (const study::Passage& passage : study.passages) {
        if (passage.ran_red) json["red_light_list"].append(passage_json(study, passage));
    }
    json["vehicle_list"] = vehicles_json(study);
    json["movement_list"] = movements_json(study);
    return json;
}

Json::Value pace_json(const study::Study& study) {
    Json::Value json;
    json["factor"] = Json::arrayValue;
    for (const study::PaceMoment& moment : study.pace.moments) {
        Json::Value entry;
        entry["from_s"] = rounded(moment.from_s);
        entry["until_s"] = rounded(moment.until_s);
        entry["factor"] = rounded(moment.factor);
        json["factor"].append(entry);
    }
    json["waited_for"] = Json::arrayValue;
    for (const study::Laggard& laggard : study.pace.laggards) {
        Json::Value entry;
        entry["client"] = laggard.client;
        entry["last_share"] = rounded(laggard.last_share);
        entry["held_up_s"] = rounded(laggard.held_up_s);
        json["waited_for"].append(entry);
    }
    return json;
}

/// Converts to milliseconds, rounded to the nanosecond.
double ms(double ns) { return std::round(ns) * 1e-6; }

Json::Value radio_json(const radio::RadioStats& radio) {
    Json::Value json;
    json["kinds"] = Json::arrayValue;
    std::uint64_t messages = 0;
    for (const radio::RadioStats::Kind* ranked : radio.ranked()) {
        const auto& [key, kind] = *ranked;
        messages += kind.messages;
        Json::Value entry;
        entry["type"] = radio::type_name(key.second);
        entry["medium"] = radio::medium_name(key.first);
        entry["messages"] = Json::UInt64(kind.messages);
        entry["delivery_ratio"] = rounded(kind.receptions.delivery_ratio());
        if (kind.latency.count() > 0) {
            entry["latency_ms"]["mean"] = ms(kind.latency.mean());
            entry["latency_ms"]["p50"] = ms(static_cast<double>(kind.latency.quantile(0.5)));
            entry["latency_ms"]["p95"] = ms(static_cast<double>(kind.latency.quantile(0.95)));
            entry["latency_ms"]["max"] = ms(static_cast<double>(kind.latency.max()));
        }
        entry["by_distance"] = Json::arrayValue;
        for (std::size_t i = 0; i < std::min(kind.distance.size(), radio.heard_bins() + 1); ++i) {
            const radio::DistanceBin& bin = kind.distance[i];
            if (bin.candidates == 0) continue;
            Json::Value part;
            part["from_m"] = static_cast<double>(i) * radio.bin_m;
            part["until_m"] = static_cast<double>(i + 1) * radio.bin_m;
            part["candidates"] = Json::UInt64(bin.candidates);
            part["delivery_ratio"] = rounded(bin.delivery_ratio());
            entry["by_distance"].append(part);
        }
        json["kinds"].append(entry);
    }
    json["faults"] = Json::objectValue;
    for (const auto& [what, by_station] : radio.faults) {
        for (const auto& [station, count] : by_station) json["faults"][what][station] = Json::UInt64(count);
    }
    json["messages"] = Json::UInt64(messages);
    json["delivery_ratio"] = rounded(radio.delivery_ratio());
    return json;
}

}  // namespace

void add_study(Json::Value& report, const study::Study& study) {
    report["traffic"] = traffic_json(study);
    report["pace"] = pace_json(study);
    if (study.radio) report["radio"] = radio_json(*study.radio);
    report["study_problems"] = Json::arrayValue;
    for (const std::string& problem : study.problems) report["study_problems"].append(problem);
}

}  // namespace synchrono::tools::report
