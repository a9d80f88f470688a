#include "common/program/server_arguments.hpp"

#include <json/value.h>

#include "common/program/program.hpp"

namespace synchrono::program {

void write_listening(const std::string& address) {
    Json::Value event;
    event["event"] = "listening";
    event["address"] = address;
    write_event(event);
}

void write_ended(const std::string& why, bool left) {
    Json::Value event;
    event["event"] = "ended";
    event["because"] = why;
    if (left) event["left"] = true;
    write_event(event);
}

}  // namespace synchrono::program
