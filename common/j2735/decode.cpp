#include "common/j2735/codec.hpp"
#include "common/j2735/internal/decoder.hpp"

namespace synchrono::j2735 {

Result<void> decode(ByteView bytes, MessageFrame& frame) {
    internal::NoWatch watch;
    internal::Decoder<internal::NoWatch> decoder(bytes, watch);
    if (decoder.read_frame(frame)) [[likely]]
        return {};
    const internal::DecodeFailure& failure = decoder.failure();
    return fail(fmt::format("bit {}: {}{}{}", failure.bit, failure.path, failure.path.empty() ? "" : ": ",
                            failure.what));
}

Result<MessageFrame> decode(ByteView bytes) {
    MessageFrame frame;
    if (auto decoded = decode(bytes, frame); !decoded) return fail(std::move(decoded.error().text));
    return frame;
}

}  // namespace synchrono::j2735
