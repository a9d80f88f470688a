/// ChaCha20-Poly1305 in its IETF form (RFC 8439), as seals use it: the nonce is a number that no other text
/// under the same key has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <sodium.h>
#include <span>

#include "common/base/bytes.hpp"
#include "common/net/internal/little_endian.hpp"

namespace synchrono::net {

inline const unsigned char* raw(const std::byte* bytes) {
    return reinterpret_cast<const unsigned char*>(bytes);
}
inline unsigned char* raw(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }

using CipherNonce = std::array<std::byte, crypto_aead_chacha20poly1305_ietf_NPUBBYTES>;

inline CipherNonce nonce_of(std::uint64_t number) {
    CipherNonce nonce{};
    put(nonce.data() + 4, number);
    return nonce;
}

/// Encrypts the text in place and writes the tag.
inline void encrypt(std::span<std::byte> text, std::byte* tag, ByteView associated, std::uint64_t number,
                    const std::array<std::byte, 32>& key) {
    const CipherNonce nonce = nonce_of(number);
    unsigned char nothing = 0;  // the library needs an address for an empty text
    unsigned char* const at = text.empty() ? &nothing : raw(text.data());
    crypto_aead_chacha20poly1305_ietf_encrypt_detached(at, raw(tag), nullptr, at, text.size(),
                                                       raw(associated.data()), associated.size(), nullptr,
                                                       raw(nonce.data()), raw(key.data()));
}

/// Decrypts the text in place; returns whether the tag is right. If it is not, the text is undefined.
inline bool decrypt(std::span<std::byte> text, const std::byte* tag, ByteView associated,
                    std::uint64_t number, const std::array<std::byte, 32>& key) {
    const CipherNonce nonce = nonce_of(number);
    unsigned char nothing = 0;
    unsigned char* const at = text.empty() ? &nothing : raw(text.data());
    return crypto_aead_chacha20poly1305_ietf_decrypt_detached(at, nullptr, at, text.size(), raw(tag),
                                                              raw(associated.data()), associated.size(),
                                                              raw(nonce.data()), raw(key.data())) == 0;
}

}  // namespace synchrono::net
