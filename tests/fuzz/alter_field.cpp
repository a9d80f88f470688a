// Alters payloads from pilots by paths and values from scenarios, each a piece of the input. An altered
// message decodes, and altering it once more in the same way changes nothing.
#include <cstdlib>

#include "comm_server/faults/alter.hpp"
#include "common/j2735/codec.hpp"
#include "tests/fuzz/pieces.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace synchrono;
    fuzz::Pieces pieces(data, size);
    fuzz::Piece payload, path, value;
    if (!pieces.next(payload) || !pieces.next(path) || !pieces.next(value)) return 0;
    const auto text = [](ByteView bytes) {
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
    if (payload.bytes.size() >= 2 && comm_server::faults::message_type(payload.bytes) > 0x7fff) std::abort();
    Bytes once, twice;
    if (!comm_server::faults::alter_field(payload.bytes, text(path.bytes), text(value.bytes), once)) return 0;
    if (!j2735::decode(once)) std::abort();
    if (!comm_server::faults::alter_field(once, text(path.bytes), text(value.bytes), twice) || once != twice)
        std::abort();
    return 0;
}
