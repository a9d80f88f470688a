/// The commands that the lobby (TCP) and the world thread send each other. They are rare; data that comes
/// often goes through rings.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/net/endpoint.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::server {

// To the world. The lobby numbers connections; the number of an admitted connection is its session.
struct JoinAsked {
    SessionId session;
    JoinRequest request;
    net::Endpoint peer;
};
struct ConnectionLost {
    SessionId session;
};
struct StopAsked {
    std::string why;
};
using WorldCommand = std::variant<JoinAsked, ConnectionLost, StopAsked>;

// To the lobby.
struct SendFrames {
    SessionId session;
    std::vector<std::string> frames;  // serialised ServerFrames
};
struct CloseConnection {
    SessionId session;  // closed once everything queued for it has been written
};
using LobbyCommand = std::variant<SendFrames, CloseConnection>;

/// Takes commands for the lobby from the world thread.
class LobbyPort {
  public:
    virtual ~LobbyPort() = default;
    virtual void post(LobbyCommand command) = 0;
};

}  // namespace synchrono::server
