/// The way from the world to the communication server, by which the two find out who holds up the run. The
/// radio alone cannot tell: a client that sends no batch may be waiting for the world. The world alone cannot
/// tell either: a client that sends no state may be waiting for the radio. Therefore the communication server
/// says for whom the radio waits (RadioWait), and the world judges and says who is out (RadioExpulsion).
#pragma once

#include "proto/handshake.pb.h"

namespace synchrono::server {

/// Threading: the world thread.
class RadioLine {
  public:
    virtual ~RadioLine() = default;
    /// Makes the radio remove a client.
    virtual void expel(const RadioExpulsion& expulsion) = 0;
};

}  // namespace synchrono::server
