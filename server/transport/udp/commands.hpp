/// The commands that the lobby (TCP) and the world thread send each other. Commands are rare; frequent data
/// go through rings (common/base/spsc_record_ring.hpp).
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/seal.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::server::transport {

// To the world. The lobby numbers connections; the number of an admitted connection is its session.
struct JoinRequested {
    SessionId session;
    JoinRequest request;
    net::Endpoint peer;
    std::string client;     // the name of the credential that it has proved
    net::SessionKey key;    // the key of the session, which both ends got from the proof
    net::Endpoint at = {};  // our address at which the client asked
};
struct ConnectionLost {
    SessionId session;
};
struct RadioHelloReceived {
    SessionId session;
    RadioHello hello;
    net::Endpoint peer;
    std::string client;  // the name of the credential that it has proved
};
struct RadioWaitReceived {
    SessionId session;
    RadioWait wait;
};
struct StopRequested {
    std::string why;
};
using WorldCommand =
    std::variant<JoinRequested, ConnectionLost, RadioHelloReceived, RadioWaitReceived, StopRequested>;

// To the lobby.
struct SendFrames {
    SessionId session;
    std::vector<std::string> frames;  // serialised ServerFrames
};
struct CloseConnection {
    SessionId session;  // its connection is closed once all frames queued for it have been written
};
using LobbyCommand = std::variant<SendFrames, CloseConnection>;

/// Takes commands for the lobby from the world thread.
class LobbyPort {
  public:
    virtual ~LobbyPort() = default;
    virtual void post(LobbyCommand command) = 0;
};

}  // namespace synchrono::server::transport
