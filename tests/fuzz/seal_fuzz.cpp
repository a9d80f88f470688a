// Feeds both openers, that of datagrams to the server and that of world updates, with strangers' datagrams
// among genuine datagrams. No stranger's datagram opens, nor does it keep a genuine datagram from opening
// exactly once. Input: pieces of (kind, length, bytes); a piece may make a genuine datagram and change it.
// The first byte says whether the datagrams are encrypted.
#include <cstdint>
#include <cstring>

#include "common/base/contract.hpp"
#include "common/net/update_seal.hpp"

using namespace synchrono;
using namespace synchrono::net;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    SessionKey key;
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::byte>(0x5a + i);
    const bool encrypted = size > 0 && data[0] >= 128;
    const Protection protection = encrypted ? Protection::encrypted : Protection::sealed;
    Sealer sealer(SessionId{7}, key, Direction::to_server, protection);
    Opener opener(SessionId{7}, key, Direction::to_server, protection);
    ByteView payload;
    Sealer update_sealer(SessionId{7}, key, Direction::to_client, protection);
    BodySealer bodies({0, key});
    UpdateOpener update_opener(SessionId{7}, key, {0, key}, protection);
    ByteView head, body;

    while (size >= 2) {
        const std::size_t kind = data[0] % 128 % 5, length = data[1];
        data += 2;
        size -= 2;
        const std::size_t n = length < size ? length : size;
        Bytes datagram;
        if (kind == 0) {
            // Random bytes, first as they are, then with the right session.
            datagram.assign(reinterpret_cast<const std::byte*>(data),
                            reinterpret_cast<const std::byte*>(data) + n);
            peek_session(datagram);
            const auto stays_shut = [&] {
                SYN_ENSURE(opener.open(datagram, payload) != Opener::Verdict::ok);
                SYN_ENSURE(update_opener.open(datagram, BodyUse::read, head, body) != Opener::Verdict::ok);
                SYN_ENSURE(update_opener.open(datagram, BodyUse::skip, head, body) != Opener::Verdict::ok);
            };
            stays_shut();
            if (datagram.size() >= 4) {
                const std::uint32_t session = 7;
                std::memcpy(datagram.data(), &session, sizeof session);
                stays_shut();
            }
        } else if (kind >= 3) {
            // Seals a world update: the first half of the piece is its head, the rest its body.
            const std::size_t head_bytes = n / 2;
            const ByteView all(reinterpret_cast<const std::byte*>(data), n);
            datagram.resize(kUpdateSealBytes + head_bytes);
            if (n > 0) std::memcpy(datagram.data() + kUpdateHeadAt, data, head_bytes);
            Bytes text(all.begin() + static_cast<std::ptrdiff_t>(head_bytes), all.end());
            const BodySeal sealed = encrypted ? bodies.encrypt(text) : bodies.seal(text);
            seal_update(update_sealer, datagram, head_bytes, sealed);
            datagram.insert(datagram.end(), text.begin(), text.end());
            if (kind == 4) {
                Bytes changed = datagram;
                const std::size_t at = n > 1 ? (data[0] * 256U + data[1]) % changed.size() : 0;
                changed[at] ^= static_cast<std::byte>(n > 2 && data[2] != 0 ? data[2] : 1);
                SYN_ENSURE(update_opener.open(changed, BodyUse::read, head, body) != Opener::Verdict::ok);
                changed = datagram;
                changed.resize(at);
                SYN_ENSURE(update_opener.open(changed, BodyUse::read, head, body) != Opener::Verdict::ok);
            }
            SYN_ENSURE(update_opener.open(datagram, BodyUse::read, head, body) == Opener::Verdict::ok);
            SYN_ENSURE(head.size() == head_bytes && body.size() == n - head_bytes);
            SYN_ENSURE(n == 0 || (std::memcmp(head.data(), data, head.size()) == 0 &&
                                  std::memcmp(body.data(), data + head_bytes, body.size()) == 0));
            SYN_ENSURE(update_opener.open(datagram, BodyUse::read, head, body) == Opener::Verdict::replayed);
        } else {
            datagram.resize(n + kSealBytes);
            if (n > 0) std::memcpy(datagram.data() + kSealHeadBytes, data, n);
            sealer.seal(datagram, n);
            if (kind == 2) {
                // The first bytes of the payload decide where and how the datagram is changed.
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
