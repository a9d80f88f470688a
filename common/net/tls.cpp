#include "common/net/tls.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <optional>

#include "common/base/contract.hpp"
#include "common/net/tcp.hpp"

namespace synchrono::net {
namespace {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

// Both are the only ones, so that a client in another language needs nothing else.
constexpr const char* kCipher = "TLS_AES_128_GCM_SHA256";
constexpr std::array<unsigned char, 2> kCipherId{0x13, 0x01};
constexpr const char* kGroups = "X25519";
constexpr std::string_view kExporterLabel = "EXPORTER-synchrono-session";
// While the stream below holds back more than this, nothing more is encrypted. Reading goes on, since an end
// that did not read until its own bytes are gone could wait for an end that does the same.
constexpr std::size_t kHeldBytesMax = 32 << 10;
// Reads from the stream below within one call, so that no peer keeps a call from returning.
constexpr int kReadsPerCall = 4;
// Names that one client may offer. Ours offers one.
constexpr int kNamesMax = 8;

/// Asio's TLS stream has two timers, which wait for nothing here, and they want a context. This one never
/// runs, and has no thread.
boost::asio::io_context& idle_context() {
    static boost::asio::io_context context;
    return context;
}

/// The facts about a connection that the callbacks of OpenSSL need.
struct Party {
    const TlsIdentity* identity = nullptr;        // of a client
    const TlsServer::FindSecret* find = nullptr;  // of a server
    std::string peer;                             // of a server: the name that the client has given
    int names = 0;                                // of a server: how many names the client has offered
    bool has_changed_keys = false;                // the other end has asked for new keys
};

/// A stream as Asio wants it below its TLS. It accepts every write, because Asio would lose the rest of a
/// write that was accepted in part.
class Lower {
  public:
    using lowest_layer_type = Lower;
    using executor_type = boost::asio::io_context::executor_type;

    Lower(std::unique_ptr<Stream> stream, const Party& party) : stream_(std::move(stream)), party_(party) {}
    Lower& lowest_layer() { return *this; }
    executor_type get_executor() { return idle_context().get_executor(); }

    /// Begins a call from above, in which kReadsPerCall reads are allowed.
    void begin_call() { reads_left_ = kReadsPerCall; }

    template <typename Buffers>
    std::size_t read_some(const Buffers& buffers, error_code& error) {
        const boost::asio::mutable_buffer room = *boost::asio::buffer_sequence_begin(buffers);
        error = {};
        if (!first_.empty()) {
            const std::size_t n = std::min(first_.size(), room.size());
            std::copy_n(first_.begin(), n, static_cast<std::byte*>(room.data()));
            first_.erase(first_.begin(), first_.begin() + static_cast<std::ptrdiff_t>(n));
            return n;
        }
        if (party_.has_changed_keys) {
            error = boost::asio::error::eof;  // no further request is answered
            return 0;
        }
        if (reads_left_-- <= 0) {
            error = boost::asio::error::would_block;
            return 0;
        }
        const auto io = stream_->read_some({static_cast<std::byte*>(room.data()), room.size()});
        if (io.status == Stream::Status::would_block) error = boost::asio::error::would_block;
        if (io.status == Stream::Status::closed) error = boost::asio::error::eof;
        return io.bytes;
    }
    template <typename Buffers>
    std::size_t write_some(const Buffers& buffers, error_code& error) {
        const boost::asio::const_buffer bytes = *boost::asio::buffer_sequence_begin(buffers);
        const auto* begin = static_cast<const std::byte*>(bytes.data());
        // Once the peer takes nothing more, bytes vanish. What it has sent before can still be read.
        if (!write_closed_) held_.insert(held_.end(), begin, begin + bytes.size());
        flush();
        error = {};
        return bytes.size();
    }
    /// Waits for the first bytes of the peer, without TLS, and keeps them for the first read.
    Stream::Status await_first_bytes() {
        if (!first_.empty()) return Stream::Status::ok;
        std::array<std::byte, 512> chunk;
        const auto io = stream_->read_some(chunk);
        if (io.status == Stream::Status::ok)
            first_.assign(chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(io.bytes));
        return io.status;
    }
    bool is_write_closed() const { return write_closed_; }

    /// Writes what is held; returns how much is still held.
    std::size_t flush() {
        std::size_t written = 0;
        while (!write_closed_ && written < held_.size()) {
            const auto io = stream_->write_some(ByteView(held_).subspan(written));
            if (io.status == Stream::Status::would_block) break;
            write_closed_ = io.status == Stream::Status::closed;
            written += io.bytes;
        }
        if (write_closed_ || written == held_.size()) {
            Bytes().swap(held_);
        } else {
            held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(written));
        }
        return held_.size();
    }
    Stream& stream() { return *stream_; }

  private:
    std::unique_ptr<Stream> stream_;
    const Party& party_;
    Bytes held_;
    Bytes first_;
    int reads_left_ = 0;
    bool write_closed_ = false;
};

int party_index() {
    static const int index = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, nullptr);
    return index;
}
Party& party_of(SSL* connection) { return *static_cast<Party*>(SSL_get_ex_data(connection, party_index())); }

/// Returns a session with this secret as its key, or null if there is no memory for it.
SSL_SESSION* make_session(SSL* connection, const Secret& secret) {
    SSL_SESSION* session = SSL_SESSION_new();
    const SSL_CIPHER* cipher = SSL_CIPHER_find(connection, kCipherId.data());
    if (session == nullptr || cipher == nullptr ||
        SSL_SESSION_set1_master_key(session, reinterpret_cast<const unsigned char*>(secret.data()),
                                    secret.size()) != 1 ||
        SSL_SESSION_set_cipher(session, cipher) != 1 ||
        SSL_SESSION_set_protocol_version(session, TLS1_3_VERSION) != 1) {
        SSL_SESSION_free(session);
        return nullptr;
    }
    return session;
}

int use_secret(SSL* connection, const EVP_MD*, const unsigned char** id, std::size_t* id_bytes,
               SSL_SESSION** session) {
    const TlsIdentity& identity = *party_of(connection).identity;
    *session = make_session(connection, identity.secret);
    *id = reinterpret_cast<const unsigned char*>(identity.name.data());
    *id_bytes = identity.name.size();
    return *session == nullptr ? 0 : 1;
}

int find_secret(SSL* connection, const unsigned char* id, std::size_t id_bytes, SSL_SESSION** session) {
    Party& party = party_of(connection);
    if (++party.names > kNamesMax) return 0;
    party.peer.assign(reinterpret_cast<const char*>(id), id_bytes);
    const Secret* secret = (*party.find)(party.peer);
    *session = nullptr;
    if (secret == nullptr) return 1;  // without a session the handshake fails, since there is no certificate
    *session = make_session(connection, *secret);
    return *session == nullptr ? 0 : 1;
}

/// Notices a KeyUpdate. Nobody needs one, since no connection carries much, and each costs an answer.
void watch_message(int is_written, int, int type, const void* bytes, std::size_t size, SSL* connection,
                   void*) {
    if (is_written == 0 && type == SSL3_RT_HANDSHAKE && size > 0 &&
        *static_cast<const unsigned char*>(bytes) == SSL3_MT_KEY_UPDATE)
        party_of(connection).has_changed_keys = true;
}

/// Makes what all connections of one kind share.
std::unique_ptr<ssl::context> make_context(ssl::context::method method) {
    auto context = std::make_unique<ssl::context>(method);
    SSL_CTX* ctx = context->native_handle();
    // The first timer makes the context open descriptors. This happens here, at the start, where a lack of
    // them is noticed.
    boost::asio::steady_timer opens_descriptors(idle_context());
    SYN_ENSURE(SSL_CTX_set_ciphersuites(ctx, kCipher) == 1);
    SYN_ENSURE(SSL_CTX_set1_groups_list(ctx, kGroups) == 1);
    // A connection is never resumed: each one proves the secret anew.
    SSL_CTX_set_num_tickets(ctx, 0);
    SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_options(ctx, SSL_OP_NO_TICKET);
    SSL_CTX_set_mode(ctx, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_psk_use_session_callback(ctx, use_secret);
    SSL_CTX_set_psk_find_session_callback(ctx, find_secret);
    SSL_CTX_set_msg_callback(ctx, watch_message);
    return context;
}

class TlsStream final : public Stream {
  public:
    TlsStream(std::unique_ptr<Stream> stream, std::shared_ptr<const void> keeper, ssl::context& context,
              ssl::stream_base::handshake_type side)
        : keeper_(std::move(keeper)), context_(context), side_(side), lower_(std::move(stream), party_) {}
    Io read_some(std::span<std::byte> into) override {
        SYN_REQUIRE(!into.empty());
        if (const Status status = shake_hands(); status != Status::ok) return {status, 0};
        error_code error;
        const std::size_t n = tls_->read_some(boost::asio::buffer(into.data(), into.size()), error);
        if (party_.has_changed_keys) return {end(), 0};
        if (!error && n > 0) return {Status::ok, n};
        if (!error || error == boost::asio::error::would_block) return {Status::would_block, 0};
        return {end(), 0};
    }
    Io write_some(ByteView from) override {
        SYN_REQUIRE(!from.empty());
        if (const Status status = shake_hands(); status != Status::ok) return {status, 0};
        if (lower_.flush() > kHeldBytesMax) return {Status::would_block, 0};
        // The peer may have sent something before, which can still be read.
        if (lower_.is_write_closed()) return {Status::closed, 0};
        error_code error;
        const std::size_t n = tls_->write_some(boost::asio::buffer(from.data(), from.size()), error);
        if (!error && n > 0) return {Status::ok, n};
        if (!error || error == boost::asio::error::would_block) return {Status::would_block, 0};
        return {Status::closed, 0};
    }
    std::size_t flush() override { return lower_.flush(); }
    void close() override {
        ended_ = true;
        lower_.stream().close();
    }
    void wait_readable(WallDuration limit) override { lower_.stream().wait_readable(limit); }
    const StreamProof* proof() const override { return proof_ ? &*proof_ : nullptr; }
    const std::string& failure() const override { return failure_; }

    /// Goes on with the handshake. Returns ok once it has ended well.
    Status shake_hands() {
        if (ended_) return Status::closed;
        lower_.begin_call();
        if (proof_) return Status::ok;
        if (!tls_) {
            // A stranger that sends nothing costs no buffers.
            if (side_ == ssl::stream_base::server) {
                const Status first = lower_.await_first_bytes();
                if (first == Status::closed) return end("the connection ended before the TLS handshake");
                if (first != Status::ok) return first;
            }
            tls_.emplace(lower_, context_);
            SYN_ENSURE(SSL_set_ex_data(tls_->native_handle(), party_index(), &party_) == 1);
        }
        if (lower_.flush() > kHeldBytesMax) return Status::would_block;
        error_code error;
        tls_->handshake(side_, error);
        if (error == boost::asio::error::would_block) return Status::would_block;
        if (error) {
            was_lost_ = error.category() != boost::asio::error::get_ssl_category();
            return end(describe(error));
        }
        // OpenSSL treats an external secret as a session that is resumed. Anything else is a handshake
        // without the secret, such as that of a server with a certificate, which proves nothing here.
        if (SSL_session_reused(tls_->native_handle()) != 1)
            return end("the other end did not use the secret");
        StreamProof proof;
        proof.name = party_.identity != nullptr ? party_.identity->name : party_.peer;
        if (SSL_export_keying_material(tls_->native_handle(),
                                       reinterpret_cast<unsigned char*>(proof.key.data()), proof.key.size(),
                                       kExporterLabel.data(), kExporterLabel.size(), nullptr, 0, 0) != 1)
            return end("TLS exports no key");
        proof_ = std::move(proof);
        return Status::ok;
    }

    Party& party() { return party_; }
    /// Returns whether the connection ended during the handshake, without a word about the reason.
    bool was_lost() const { return was_lost_; }

  private:
    Status end(std::string failure = {}) {
        ended_ = true;
        failure_ = std::move(failure);
        return Status::closed;
    }
    std::string describe(const error_code& error) const {
        const bool is_client = side_ == ssl::stream_base::client;
        if (error == boost::asio::error::eof || error == ssl::error::stream_truncated)
            return "the connection ended during the TLS handshake";
        if (error.category() == boost::asio::error::get_ssl_category()) {
            const int reason = ERR_GET_REASON(static_cast<unsigned long>(error.value()));
            // OpenSSL numbers the reasons of alerts from 1000 on. A server sends the first of these when it
            // does not find the credential, and one of the others when the secret is wrong.
            constexpr std::array kRefusals{SSL_AD_HANDSHAKE_FAILURE, SSL_AD_ILLEGAL_PARAMETER,
                                           SSL_AD_DECRYPT_ERROR};
            if (is_client && std::find(kRefusals.begin(), kRefusals.end(), reason - SSL_AD_REASON_OFFSET) !=
                                 kRefusals.end())
                return fmt::format(
                    "the server does not accept the credential '{}': it does not know it, or "
                    "has another secret for it",
                    party_.identity->name);
            if (!is_client && reason == SSL_R_BINDER_DOES_NOT_VERIFY)
                return fmt::format(
                    "the secret is not that of the credential '{}'; perhaps it is of another run",
                    party_.peer);
            if (!is_client && reason == SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM)
                return party_.names == 0 ? "no credential was offered" : "the credential is unknown";
        }
        return fmt::format("the TLS handshake failed: {}", error.message());
    }

    const std::shared_ptr<const void> keeper_;  // owns the context and what the callbacks need
    ssl::context& context_;
    const ssl::stream_base::handshake_type side_;
    Party party_;
    Lower lower_;
    std::optional<ssl::stream<Lower&>> tls_;
    std::optional<StreamProof> proof_;
    std::string failure_;
    bool was_lost_ = false;
    bool ended_ = false;
};

/// The parts that a client's end keeps alive.
struct ClientParts {
    std::shared_ptr<ssl::context> context;
    TlsIdentity identity;
};

std::unique_ptr<TlsStream> make_client(std::unique_ptr<Stream> stream, const TlsIdentity& identity) {
    static const std::shared_ptr<ssl::context> shared = make_context(ssl::context::tlsv13_client);
    auto parts = std::make_shared<ClientParts>(ClientParts{shared, identity});
    auto made = std::make_unique<TlsStream>(std::move(stream), parts, *shared, ssl::stream_base::client);
    made->party().identity = &parts->identity;
    return made;
}

}  // namespace

std::unique_ptr<Stream> secure_as_client(std::unique_ptr<Stream> stream, const TlsIdentity& identity) {
    return make_client(std::move(stream), identity);
}

Result<std::unique_ptr<Stream>> connect_secured(const Endpoint& to, const TlsIdentity& identity,
                                                WallDuration limit) {
    auto stream = tcp_connect(to, limit);
    if (!stream) return stream;
    auto secured = make_client(std::move(*stream), identity);
    const MonotonicClock clock;
    const WallTime until = clock.now() + limit;
    for (;;) {
        switch (secured->shake_hands()) {
            case Stream::Status::ok:
                return std::unique_ptr<Stream>(std::move(secured));
            case Stream::Status::closed:
                return tl::unexpected(
                    Error{fmt::format("{}: {}", to.to_string(), secured->failure()), secured->was_lost()});
            case Stream::Status::would_block:
                break;
        }
        const WallTime now = clock.now();
        if (now >= until)
            return fail_for_now(fmt::format("{}: no answer to the TLS handshake within {:g} s",
                                            to.to_string(), limit.to_seconds()));
        secured->wait_readable(until - now);
    }
}

Result<Connected> connect_secured_to_any(std::span<const Endpoint> addresses, const TlsIdentity& identity,
                                         WallDuration limit) {
    SYN_REQUIRE(!addresses.empty());
    Error error{"", true};
    for (const Endpoint& to : addresses) {
        auto stream = connect_secured(to, identity, limit);
        if (stream) return Connected{std::move(*stream), to};
        error.text += (error.text.empty() ? "" : "; ") + stream.error().text;
        error.temporary = error.temporary && stream.error().temporary;
    }
    return tl::unexpected(error);
}

struct TlsServer::Context {
    FindSecret find;
    std::unique_ptr<ssl::context> context = make_context(ssl::context::tlsv13_server);
};

TlsServer::TlsServer(FindSecret find) : context_(std::make_shared<Context>(Context{std::move(find)})) {}
TlsServer::~TlsServer() = default;

std::unique_ptr<Stream> TlsServer::secure(std::unique_ptr<Stream> stream) const {
    auto made = std::make_unique<TlsStream>(std::move(stream), context_, *context_->context,
                                            ssl::stream_base::server);
    made->party().find = &context_->find;
    return made;
}

}  // namespace synchrono::net
