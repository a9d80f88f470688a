/// What the lobby (TCP) and the world's thread tell each other. Both are rare; the hot path is the rings.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/net/endpoint.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::server {

// To the world. The lobby numbers connections, and an admitted connection's number is its session.
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
    SessionId session;  // after what is queued for it has been written
};
using LobbyCommand = std::variant<SendFrames, CloseConnection>;

/// Where the world thread leaves what the lobby shall do.
class LobbyPort {
  public:
    virtual ~LobbyPort() = default;
    virtual void post(LobbyCommand command) = 0;
};

}  // namespace synchrono::server
