// Decodes any octets as J2735, without a crash or undefined behaviour. A decoded message encodes to the
// same octets, survives JSON unchanged, and has a trace that covers every bit once. A refusal names the bit.
#include <algorithm>
#include <cstdint>

#include "common/base/contract.hpp"
#include "common/j2735/codec.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace synchrono;
    using namespace synchrono::j2735;
    const ByteView bytes(reinterpret_cast<const std::byte*>(data), size);
    // The message frame is reused, so that each message meets whatever the previous message left behind.
    static MessageFrame frame;
    std::size_t next = 0;
    for (const TraceLine& line : trace(bytes)) {
        SYN_ENSURE(line.bit == next && line.bits > 0);
        next += line.bits;
    }
    if (const auto decoded = decode(bytes, frame); !decoded) {
        SYN_ENSURE(decoded.error().text.starts_with("bit "));
        SYN_ENSURE(next <= size * 8);
        return 0;
    }
    SYN_ENSURE(next == size * 8);
    static Bytes out;
    SYN_ENSURE(encode(frame, out));
    SYN_ENSURE(out.size() == size && std::equal(out.begin(), out.end(), bytes.begin()));
    const auto fresh = decode(bytes);
    SYN_ENSURE(fresh && *fresh == frame);
    const auto read = from_json(to_json(frame));
    SYN_ENSURE(read && *read == frame);
    return 0;
}
