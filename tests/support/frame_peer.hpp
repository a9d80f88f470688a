/// The test's end of a connection that carries frames. It sends raw bytes or whole frames.
#pragma once

#include <array>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/net/stream.hpp"

namespace synchrono {

struct FramePeer {
    net::Stream* ours;  // the end of the code under test
    std::unique_ptr<net::Stream> stream;
    std::string heard;
    bool closed = false;

    void send(std::string_view bytes) {
        for (ByteView rest = as_byte_view(bytes); !rest.empty();) {
            const auto io = stream->write_some(rest);
            if (io.status != net::Stream::Status::ok) return;
            rest = rest.subspan(io.bytes);
        }
    }
    void send_frame(const std::string& payload) {
        const auto n = payload.size();
        send(std::string{static_cast<char>(n >> 24), static_cast<char>(n >> 16), static_cast<char>(n >> 8),
                         static_cast<char>(n)} +
             payload);
    }
    void listen() {
        std::array<std::byte, 4096> chunk;
        for (;;) {
            const auto io = stream->read_some(chunk);
            if (io.status == net::Stream::Status::closed) closed = true;
            if (io.status != net::Stream::Status::ok) return;
            heard += as_text(ByteView(chunk).first(io.bytes));
        }
    }
    bool is_closed() {
        listen();
        return closed;
    }
    /// Returns all frames received so far, parsed as protobuf messages of the type `Frame`.
    template <typename Frame>
    std::vector<Frame> frames() {
        listen();
        std::vector<Frame> all;
        for (std::string_view rest = heard; rest.size() >= 4;) {
            std::size_t n = 0;
            for (int i = 0; i < 4; ++i)
                n = n << 8 | static_cast<unsigned char>(rest[static_cast<std::size_t>(i)]);
            if (rest.size() - 4 < n) break;
            EXPECT_TRUE(all.emplace_back().ParseFromArray(rest.data() + 4, static_cast<int>(n)));
            rest.remove_prefix(4 + n);
        }
        return all;
    }
};

}  // namespace synchrono
