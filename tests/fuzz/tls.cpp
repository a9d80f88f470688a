// Feeds both ends of a TLS handshake with any bytes, alone or mixed into a real handshake. Without the secret
// nobody comes to a proof. Kinds of pieces: bytes to the server, bytes to the client, real bytes that are
// passed on, real bytes that are damaged.
#include "common/net/tls.hpp"

#include "common/base/contract.hpp"
#include "common/net/sim/stream_pair.hpp"
#include "tests/fuzz/pieces.hpp"

using namespace synchrono;

namespace {

const Secret& the_secret() {
    static const Secret secret = [] {
        Secret made;
        made.fill(std::byte{7});
        return made;
    }();
    return secret;
}

/// Reads what a stream has to say now.
Bytes drained(net::Stream& stream) {
    Bytes bytes;
    std::array<std::byte, 4096> chunk;
    for (;;) {
        const auto io = stream.read_some(chunk);
        if (io.status != net::Stream::Status::ok) return bytes;
        bytes.insert(bytes.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(io.bytes));
    }
}

void write(net::Stream& stream, ByteView bytes) {
    if (!bytes.empty()) stream.write_some(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const net::TlsServer tls(
        [](std::string_view name) { return name == "known" ? &the_secret() : nullptr; });
    auto [server_end, to_server] = net::sim::stream_pair({});
    auto [client_end, to_client] = net::sim::stream_pair({});
    const auto server = tls.secure(std::move(server_end));
    const auto client = net::secure_as_client(std::move(client_end), {"known", the_secret()});
    fuzz::Piece piece;
    for (fuzz::Pieces pieces(data, size); pieces.next(piece);) {
        Bytes from_client = drained(*to_client), from_server = drained(*to_server);
        switch (piece.kind % 4) {
            case 0:
                write(*to_server, piece.bytes);
                break;
            case 1:
                write(*to_client, piece.bytes);
                break;
            case 3:
                for (Bytes* const bytes : {&from_client, &from_server}) {
                    for (std::size_t i = 0; i < piece.bytes.size() && i < bytes->size(); ++i) {
                        (*bytes)[i] ^= piece.bytes[i];
                    }
                }
                [[fallthrough]];
            default:
                write(*to_server, from_client);
                write(*to_client, from_server);
        }
        std::array<std::byte, 256> heard;
        const auto at_server = server->read_some(heard), at_client = client->read_some(heard);
        // Whatever comes through has the proof of the one who sent it, and nothing is sent here.
        SYN_ENSURE(at_server.status != net::Stream::Status::ok &&
                   at_client.status != net::Stream::Status::ok);
    }
    // A server that has its proof has heard an undamaged client, byte for byte.
    SYN_ENSURE(server->proof() == nullptr || client->proof() != nullptr);
    SYN_ENSURE(server->proof() == nullptr || server->proof()->key == client->proof()->key);
    return 0;
}
