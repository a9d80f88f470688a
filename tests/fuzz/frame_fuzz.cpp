// Feeds a frame channel with a stream from outside, in pieces of a size that the input chooses. The channel
// finds the same frames as this program does by cutting the whole input at once.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "common/base/contract.hpp"
#include "common/net/frame_channel.hpp"
#include "common/net/sim/stream_pair.hpp"

using namespace synchrono;
using namespace synchrono::net;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::size_t piece = 1 + data[0], limit = data[1] * 16U;
    const ByteView input(reinterpret_cast<const std::byte*>(data) + 2, size - 2);

    std::vector<Bytes> expected;
    bool oversized = false;
    for (ByteView rest = input; rest.size() >= 4;) {
        std::size_t length = 0;
        for (std::size_t i = 0; i < 4; ++i) length = length << 8 | std::to_integer<std::size_t>(rest[i]);
        oversized = length > limit;
        if (oversized || rest.size() - 4 < length) break;
        const auto frame = rest.subspan(4, length);
        expected.emplace_back(frame.begin(), frame.end());
        rest = rest.subspan(4 + length);
    }

    sim::StreamPairOptions options;
    options.bytes_max = piece;
    auto [outside, inside] = sim::stream_pair(options);
    FrameChannel channel(std::move(inside), limit);
    std::size_t frames = 0;
    const auto drain = [&] {
        for (;;) {
            const auto polled = channel.poll();
            if (polled.event != FrameChannel::Event::frame) return polled.event;
            SYN_ENSURE(frames < expected.size() && std::ranges::equal(polled.frame, expected[frames]));
            ++frames;
        }
    };
    auto last = FrameChannel::Event::nothing;
    for (ByteView rest = input; !rest.empty() && last == FrameChannel::Event::nothing;) {
        rest = rest.subspan(outside->write_some(rest).bytes);
        last = drain();
    }
    outside->close();
    last = drain();
    SYN_ENSURE(frames == expected.size());
    SYN_ENSURE(last == (oversized ? FrameChannel::Event::oversized : FrameChannel::Event::closed));
    return 0;
}
