#include "common/program/server_arguments.hpp"

#include <json/value.h>

#include "common/program/program.hpp"

namespace synchrono::program {

void tell_listening(const std::string& address) {
    Json::Value event;
    event["event"] = "listening";
    event["address"] = address;
    tell(event);
}

void tell_ended(const std::string& why, bool left) {
    Json::Value event;
    event["event"] = "ended";
    event["because"] = why;
    if (left) event["left"] = true;
    tell(event);
}

}  // namespace synchrono::program
