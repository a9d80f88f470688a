/// The smallest transport there is, both sides of it: a server's world and its clients in one process, who
/// speak to each other by function calls and queues. It has no seals, no frames and no clock of its own, and
/// loses nothing; a client that is cut off is only late. What a real transport owes is plain to see here.
#pragma once

#include <memory>

#include "client/transport/transport_factory.hpp"
#include "server/world.hpp"

namespace synchrono::testing {

/// Threading: one thread turns it, the world and all clients.  Borrows: the world.
class MemoryWorld {
  public:
    explicit MemoryWorld(server::World& world);
    /// Clients whose world is gone have lost their connection.
    ~MemoryWorld();

    /// A turn of the world, with all that clients have said meanwhile.
    void turn(WallTime now);

    /// The way of one client into the world. May outlive the world; then it leads nowhere.
    class Door : public client::TransportFactory {
      public:
        /// While a door is shut, what is said on either side waits behind it.
        virtual void set_shut(bool shut) = 0;
        /// The world has said something that the client has not heard yet, and may hear.
        virtual bool has_news() const = 0;
        /// Breaks the connection of whoever came in by it, as the death of a process does: what it has said
        /// and nobody has heard is lost.
        virtual void slam() = 0;
    };
    /// `server_limit`: how long the world may be silent.
    std::unique_ptr<Door> make_door(WallDuration server_limit);

  private:
    friend class MemoryDoor;
    struct Rooms;
    std::shared_ptr<Rooms> rooms_;  // shared with the doors, which may outlive this
};

}  // namespace synchrono::testing
