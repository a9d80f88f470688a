#include "common/net/frame_hall.hpp"

namespace synchrono::net {

namespace {

constexpr int kFramesAtOnce = 32;  // of one connection, before others have their turn

}  // namespace

void FrameHall::turn(WallTime now) {
    now_ = now;
    resumed_.swap(unfinished_);
    for (const SessionId session : resumed_) take_some(session);
    resumed_.clear();
    for (auto at = guests_.begin(); at != guests_.end();) {
        const auto here = at++;
        Guest& guest = here->second;
        const bool overdue = guest.stage != Stage::known && now - guest.since > bounds_.first_frame_limit;
        if (guest.channel.unsent_bytes() > 0 && !guest.channel.flush()) {
            drop(here);
        } else if (guest.stage == Stage::closing && guest.channel.unsent_bytes() == 0) {
            drop(here);
        } else if (overdue) {
            counters_.add(guest.stage == Stage::silent ? HallCounter::silent : HallCounter::slow_readers);
            drop(here);
        } else if (guest.channel.unsent_bytes() > bounds_.unread_bytes_max) {
            counters_.add(HallCounter::slow_readers);
            drop(here);
        }
    }
}

void FrameHall::accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) {
    counters_.add(HallCounter::connections);
    if (silent_ >= bounds_.silent_max) {
        // The oldest has had the longest time to send: an honest client needs milliseconds.
        for (auto at = guests_.begin(); at != guests_.end(); ++at) {
            if (at->second.stage != Stage::silent) continue;
            counters_.add(HallCounter::evicted);
            drop(at);
            break;
        }
    }
    const SessionId number{++so_far_};
    by_stream_[stream.get()] = number;
    guests_.try_emplace(number, Guest{FrameChannel(std::move(stream)), peer, now_, Stage::silent});
    ++silent_;
}

void FrameHall::readable(Stream& stream) {
    if (const auto found = by_stream_.find(&stream); found != by_stream_.end()) take_some(found->second);
}

void FrameHall::take_some(SessionId session) {
    for (int i = 0; i < kFramesAtOnce; ++i) {
        if (!take(session)) return;
    }
    // The listener does not report again what is in our buffer already.
    unfinished_.push_back(session);
}

bool FrameHall::take(SessionId session) {
    const auto at = guests_.find(session);
    if (at == guests_.end()) return false;
    Guest& guest = at->second;
    if (guest.stage == Stage::closing) {
        // The peer gets no further answer; whatever it still sends is thrown away.
        std::array<std::byte, 4096> unheard;
        if (guest.channel.stream().read_some(unheard).status == Stream::Status::closed) drop(at);
        return false;
    }
    const auto [event, frame] = guest.channel.poll();
    switch (event) {
        case FrameChannel::Event::nothing:
            return false;
        case FrameChannel::Event::oversized:
            counters_.add(HallCounter::oversized);
            if (guest.stage == Stage::silent) owner_.oversized(session);
            if (guest.stage == Stage::closing) return false;
            [[fallthrough]];
        case FrameChannel::Event::closed:
            drop(at);
            return false;
        case FrameChannel::Event::frame:
            break;
    }
    if (guest.stage == Stage::silent) {
        guest.stage = Stage::known;
        --silent_;
    }
    owner_.frame(session, guest.peer, frame);
    return true;
}

void FrameHall::send(SessionId session, ByteView frame) {
    if (const auto at = guests_.find(session); at != guests_.end()) at->second.channel.send(frame);
}

void FrameHall::close(SessionId session) {
    const auto at = guests_.find(session);
    if (at == guests_.end() || at->second.stage == Stage::closing) return;
    if (at->second.stage == Stage::silent) --silent_;
    at->second.stage = Stage::closing;
    at->second.since = now_;
}

std::size_t FrameHall::unsent_bytes(SessionId session) const {
    const auto at = guests_.find(session);
    return at == guests_.end() ? 0 : at->second.channel.unsent_bytes();
}

void FrameHall::drop(Guests::iterator at) {
    const SessionId session = at->first;
    const Stage stage = at->second.stage;
    if (stage == Stage::silent) --silent_;
    by_stream_.erase(&at->second.channel.stream());
    guests_.erase(at);
    if (stage == Stage::known) owner_.gone(session);
}

bool FrameHall::idle() const {
    for (const auto& [session, guest] : guests_) {
        if (guest.channel.unsent_bytes() > 0) return false;
    }
    return true;
}

}  // namespace synchrono::net
