// Feeds an opener with datagrams from outside, interleaved with genuine ones, and holds it to its promises:
// no stranger's datagram opens, and none keeps a genuine one from opening exactly once.
// Input: pieces of (length, bytes); a piece may start from a genuine datagram that is then changed.
#include <cstdint>
#include <cstring>

#include "common/base/contract.hpp"
#include "common/net/seal.hpp"

using namespace synchrono;
using namespace synchrono::net;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    SessionKey key;
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::byte>(0x5a + i);
    Sealer sealer(SessionId{7}, key, Direction::to_server);
    Opener opener(SessionId{7}, key, Direction::to_server);
    ByteView payload;

    while (size >= 2) {
        const std::size_t kind = data[0] % 3, length = data[1];
        data += 2;
        size -= 2;
        const std::size_t n = length < size ? length : size;
        Bytes datagram;
        if (kind == 0) {
            // Random bytes under the right session.
            datagram.assign(reinterpret_cast<const std::byte*>(data),
                            reinterpret_cast<const std::byte*>(data) + n);
            peek_session(datagram);
            SYN_ENSURE(opener.open(datagram, payload) != Opener::Verdict::ok);
            if (datagram.size() >= 4) {
                const std::uint32_t session = 7;
                std::memcpy(datagram.data(), &session, sizeof session);
                SYN_ENSURE(opener.open(datagram, payload) != Opener::Verdict::ok);
            }
        } else {
            datagram.resize(n + kSealBytes);
            if (n > 0) std::memcpy(datagram.data() + kSealHeadBytes, data, n);
            sealer.seal(datagram, n);
            if (kind == 2) {
                // Changed somewhere by the first bytes of what it carries.
                Bytes changed = datagram;
                const std::size_t at = n > 1 ? (data[0] * 256U + data[1]) % changed.size() : 0;
                const auto by = static_cast<std::byte>(n > 2 && data[2] != 0 ? data[2] : 1);
                changed[at] ^= by;
                SYN_ENSURE(opener.open(changed, payload) != Opener::Verdict::ok);
                changed = datagram;
                changed.resize(at);
                SYN_ENSURE(opener.open(changed, payload) != Opener::Verdict::ok);
            }
            SYN_ENSURE(opener.open(datagram, payload) == Opener::Verdict::ok);
            SYN_ENSURE(payload.size() == n && (n == 0 || std::memcmp(payload.data(), data, n) == 0));
            SYN_ENSURE(opener.open(datagram, payload) == Opener::Verdict::replayed);
        }
        data += n;
        size -= n;
    }
    return 0;
}
