// Reads any text as a J2735 message in JSON, without a crash or undefined behaviour. An accepted message is
// written and read again unchanged, and encodes unless it is too long for an open type; a refusal gives a
// reason.
#include <cstdint>
#include <string_view>

#include "common/base/contract.hpp"
#include "common/j2735/codec.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace synchrono;
    using namespace synchrono::j2735;
    const auto frame = from_json({reinterpret_cast<const char*>(data), size});
    if (!frame) {
        SYN_ENSURE(!frame.error().text.empty());
        return 0;
    }
    const auto again = from_json(to_json(*frame));
    SYN_ENSURE(again && *again == *frame);
    Bytes out;
    if (const auto encoded = encode(*frame, out); !encoded) {
        SYN_ENSURE(encoded.error().text.find("more than 16383 octets") != std::string::npos);
        return 0;
    }
    const auto decoded = decode(out);
    SYN_ENSURE(decoded && *decoded == *frame);
    return 0;
}
