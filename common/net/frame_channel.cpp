#include "common/net/frame_channel.hpp"

#include <algorithm>
#include <array>

#include "common/base/contract.hpp"

namespace synchrono::net {

namespace {

constexpr std::size_t kLengthBytes = 4;
// A buffer that has grown above this is freed once it is empty.
constexpr std::size_t kKeptBytes = 16 * 1024;

void give_back(Bytes& buffer) {
    if (buffer.capacity() > kKeptBytes) {
        Bytes().swap(buffer);
    } else {
        buffer.clear();
    }
}

}  // namespace

FrameChannel::FrameChannel(std::unique_ptr<Stream> stream, std::size_t frame_bytes_max)
    : stream_(std::move(stream)), frame_bytes_max_(frame_bytes_max) {
    SYN_REQUIRE(stream_ != nullptr);
}

FrameChannel::Polled FrameChannel::poll() {
    std::array<std::byte, 4096> chunk;
    while (!oversized_) {
        const ByteView rest = ByteView(inbox_).subspan(taken_);
        if (rest.size() >= kLengthBytes) {
            std::size_t length = 0;
            for (std::size_t i = 0; i < kLengthBytes; ++i)
                length = length << 8 | std::to_integer<std::size_t>(rest[i]);
            if (length > frame_bytes_max_) {
                oversized_ = true;
                break;
            }
            if (rest.size() - kLengthBytes >= length) {
                taken_ += kLengthBytes + length;
                return {Event::frame, rest.subspan(kLengthBytes, length)};
            }
        }
        // The caller no longer needs the frame of the previous call. `rest` is a part of a frame, or empty.
        if (rest.empty()) {
            give_back(inbox_);
        } else if (taken_ > 0) {
            inbox_.erase(inbox_.begin(), inbox_.begin() + static_cast<std::ptrdiff_t>(taken_));
        }
        taken_ = 0;
        if (read_closed_) return {Event::closed, {}};
        const auto io = stream_->read_some(chunk);
        if (io.status == Stream::Status::would_block) return {Event::nothing, {}};
        if (io.status == Stream::Status::closed) {
            read_closed_ = true;
        } else {
            inbox_.insert(inbox_.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(io.bytes));
        }
    }
    Bytes().swap(inbox_);
    taken_ = 0;
    return {Event::oversized, {}};
}

void FrameChannel::queue(ByteView payload) {
    SYN_REQUIRE(payload.size() <= limits::kFrameBytesMax);
    if (write_closed_) return;
    for (int shift = 24; shift >= 0; shift -= 8) {
        outbox_.push_back(static_cast<std::byte>(payload.size() >> shift));
    }
    outbox_.insert(outbox_.end(), payload.begin(), payload.end());
}

bool FrameChannel::flush() {
    while (!write_closed_ && written_ < outbox_.size()) {
        const auto io = stream_->write_some(ByteView(outbox_).subspan(written_));
        if (io.status == Stream::Status::would_block) break;
        if (io.status == Stream::Status::closed) {
            write_closed_ = true;
        } else {
            written_ += io.bytes;
        }
    }
    held_ = write_closed_ ? 0 : stream_->flush();
    if (write_closed_ || written_ == outbox_.size()) {
        give_back(outbox_);
        written_ = 0;
    } else if (written_ > outbox_.size() / 2) {
        outbox_.erase(outbox_.begin(), outbox_.begin() + static_cast<std::ptrdiff_t>(written_));
        written_ = 0;
    }
    return !write_closed_;
}

void FrameChannel::close() {
    stream_->close();
    read_closed_ = write_closed_ = true;
    Bytes().swap(inbox_);
    Bytes().swap(outbox_);
    taken_ = written_ = held_ = 0;
}

}  // namespace synchrono::net
