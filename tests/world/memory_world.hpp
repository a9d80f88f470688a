/// The smallest transport there is, on both of its sides: a server's world and its clients in one process,
/// which reach each other by function calls and queues. It has no seals, no frames and no clock, and loses
/// nothing; messages of a client that is cut off are only late. It is an example of what every transport must
/// do.
#pragma once

#include <memory>

#include "client/transport/transport_factory.hpp"
#include "server/world.hpp"

namespace synchrono::testing {

/// Threading: one thread steps it, the world and all clients.  Borrows: the world.
class MemoryWorld {
  public:
    explicit MemoryWorld(server::World& world);
    /// Ends the connections of all clients.
    ~MemoryWorld();

    /// Passes to the world everything that clients have sent since the last step, and steps the world.
    void step(WallTime now);

    /// The entrance of one client to the world. A door may outlive the world; then it leads nowhere.
    class Door : public client::transport::TransportFactory {
      public:
        /// Shuts or opens the door. While the door is shut, messages in both directions wait.
        virtual void set_shut(bool shut) = 0;
        /// Returns whether the world has sent something that the client could take now.
        virtual bool has_unread() const = 0;
        /// Breaks the connection of the client that came in by this door, as the death of its process does.
        /// Messages that the client has sent and the world has not read are lost.
        virtual void break_connection() = 0;
    };
    /// Returns a new door. `server_limit`: how long the world may be silent.
    std::unique_ptr<Door> make_door(WallDuration server_limit);

  private:
    friend class MemoryDoor;
    struct MemberEnds;
    std::shared_ptr<MemberEnds> ends_;  // shared with the doors, which may outlive this
};

}  // namespace synchrono::testing
