// Proves that two ends with the same secret get a connection and a key that nobody else has, that nobody else
// gets one, and that a connection that breaks, stops or is damaged anywhere ends without a proof.
#include "common/net/tls.hpp"

#include <atomic>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <optional>
#include <thread>

#include "common/net/frame_channel.hpp"
#include "common/net/sim/stream_pair.hpp"
#include "common/net/tcp.hpp"

namespace synchrono::net {
namespace {

using ::testing::HasSubstr;
using Status = Stream::Status;

Secret secret_of(int number) {
    Secret secret;
    secret.fill(static_cast<std::byte>(number));
    return secret;
}

/// Both ends of a connection, secured.
struct Ends {
    std::unique_ptr<Stream> client, server;

    /// Lets both ends read until nothing moves any more.
    void settle() {
        std::array<std::byte, 256> chunk;
        for (int i = 0; i < 20; ++i) {
            client->read_some(chunk);
            server->read_some(chunk);
        }
    }
    bool is_proven() const { return client->proof() != nullptr && server->proof() != nullptr; }
};

struct TlsTest : ::testing::Test {
    Ends connect(const TlsIdentity& identity, const sim::StreamPairOptions& options = {}) {
        auto [ours, theirs] = sim::stream_pair(options);
        return {secure_as_client(std::move(theirs), identity), server.secure(std::move(ours))};
    }
    std::map<std::string, Secret, std::less<>> known{{"a", secret_of(1)}, {"b", secret_of(2)}};
    TlsServer server{[this](std::string_view name) -> const Secret* {
        const auto found = known.find(name);
        return found == known.end() ? nullptr : &found->second;
    }};
};

TEST_F(TlsTest, EndsThatShareASecretAgreeOnANameAndAKey) {
    Ends ends = connect({"a", secret_of(1)});
    EXPECT_EQ(ends.client->proof(), nullptr);
    ends.settle();
    ASSERT_TRUE(ends.is_proven());
    EXPECT_EQ(ends.client->proof()->name, "a");
    EXPECT_EQ(ends.server->proof()->name, "a");
    EXPECT_EQ(ends.client->proof()->key, ends.server->proof()->key);

    Ends again = connect({"a", secret_of(1)});
    again.settle();
    ASSERT_TRUE(again.is_proven());
    EXPECT_NE(again.client->proof()->key, ends.client->proof()->key)
        << "each connection has a key of its own";
}

TEST_F(TlsTest, CarriesFramesOfAnyLengthInBothDirections) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{100'000}}) {
        auto [ours, theirs] = sim::stream_pair({.bytes_max = piece});
        FrameChannel client(secure_as_client(std::move(theirs), {"b", secret_of(2)}));
        FrameChannel host(server.secure(std::move(ours)));
        const std::size_t most = piece == 1 ? 5'000 : limits::kFrameBytesMax;
        const Bytes long_frame(most, std::byte{0x5a});
        client.send(as_byte_view("hello"));
        client.send(long_frame);
        std::vector<std::size_t> heard, echoed;
        for (int i = 0; i < 1'000'000 && echoed.size() < 2; ++i) {
            client.flush();
            host.flush();
            if (const auto [event, frame] = host.poll(); event == FrameChannel::Event::frame) {
                heard.push_back(frame.size());
                host.send(frame);
            }
            if (const auto [event, frame] = client.poll(); event == FrameChannel::Event::frame)
                echoed.push_back(frame.size());
        }
        EXPECT_THAT(heard, ::testing::ElementsAre(5, most));
        EXPECT_EQ(echoed, heard);
        EXPECT_EQ(client.unsent_bytes() + host.unsent_bytes(), 0u);
    }
}

TEST_F(TlsTest, AnUnknownNameOrAWrongSecretGetsNothing) {
    for (const TlsIdentity& identity :
         {TlsIdentity{"c", secret_of(1)}, TlsIdentity{"a", secret_of(2)}, TlsIdentity{"a", secret_of(3)}}) {
        Ends ends = connect(identity);
        ends.settle();
        EXPECT_EQ(ends.client->proof(), nullptr);
        EXPECT_EQ(ends.server->proof(), nullptr);
        EXPECT_EQ(ends.client->failure(),
                  fmt::format("the server does not accept the credential '{}': it does not know it, or has "
                              "another secret for it",
                              identity.name));
        EXPECT_EQ(ends.server->failure(),
                  identity.name == "c"
                      ? "the credential is unknown"
                      : "the secret is not that of the credential 'a'; perhaps it is of another run");
        std::array<std::byte, 8> chunk;
        EXPECT_EQ(ends.client->read_some(chunk).status, Status::closed);
        EXPECT_EQ(ends.client->write_some(as_byte_view("x")).status, Status::closed);
        EXPECT_EQ(ends.server->read_some(chunk).status, Status::closed);
    }
}

TEST_F(TlsTest, AServerWithoutTheSecretCannotPoseAsOne) {
    TlsServer impostor([](std::string_view) -> const Secret* {
        static const Secret guess = secret_of(9);
        return &guess;
    });
    auto [ours, theirs] = sim::stream_pair({});
    Ends ends{secure_as_client(std::move(theirs), {"a", secret_of(1)}), impostor.secure(std::move(ours))};
    ends.settle();
    EXPECT_EQ(ends.client->proof(), nullptr);
}

/// A server of OpenSSL's own, without secrets: it shows a certificate that it has signed itself.
class ServerWithCertificate {
  public:
    explicit ServerWithCertificate(std::unique_ptr<Stream> stream) : stream_(std::move(stream)) {
        key_ = EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
        certificate_ = X509_new();
        X509_set_version(certificate_, 2);
        X509_gmtime_adj(X509_getm_notBefore(certificate_), 0);
        X509_gmtime_adj(X509_getm_notAfter(certificate_), 3600);
        X509_set_pubkey(certificate_, key_);
        X509_sign(certificate_, key_, nullptr);
        context_ = SSL_CTX_new(TLS_server_method());
        SSL_CTX_use_certificate(context_, certificate_);
        SSL_CTX_use_PrivateKey(context_, key_);
        tls_ = SSL_new(context_);
        SSL_set_bio(tls_, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
        SSL_set_accept_state(tls_);
    }
    ~ServerWithCertificate() {
        SSL_free(tls_);
        SSL_CTX_free(context_);
        X509_free(certificate_);
        EVP_PKEY_free(key_);
    }
    ServerWithCertificate(const ServerWithCertificate&) = delete;
    ServerWithCertificate& operator=(const ServerWithCertificate&) = delete;

    /// Goes on with the handshake; returns whether it is over.
    bool step() {
        std::array<std::byte, 4096> chunk;
        for (auto io = stream_->read_some(chunk); io.status == Status::ok; io = stream_->read_some(chunk))
            BIO_write(SSL_get_rbio(tls_), chunk.data(), static_cast<int>(io.bytes));
        const bool over = SSL_do_handshake(tls_) == 1;
        for (int n = 0; (n = BIO_read(SSL_get_wbio(tls_), chunk.data(), chunk.size())) > 0;)
            stream_->write_some(ByteView(chunk).first(static_cast<std::size_t>(n)));
        return over;
    }

  private:
    std::unique_ptr<Stream> stream_;
    EVP_PKEY* key_;
    X509* certificate_;
    SSL_CTX* context_;
    SSL* tls_;
};

TEST_F(TlsTest, AServerWithACertificateProvesNothing) {
    auto [ours, theirs] = sim::stream_pair({});
    const auto client = secure_as_client(std::move(theirs), {"a", secret_of(1)});
    ServerWithCertificate impostor(std::move(ours));
    std::array<std::byte, 8> chunk;
    Status last = Status::would_block;
    for (int i = 0; i < 10; ++i) {
        last = client->read_some(chunk).status;
        impostor.step();
    }
    EXPECT_EQ(last, Status::closed);
    EXPECT_EQ(client->proof(), nullptr);
    EXPECT_EQ(client->failure(), "the other end did not use the secret");
}

/// A client of OpenSSL's own that holds a secret, and can do what ours never does.
class OddClient {
  public:
    OddClient(std::unique_ptr<Stream> stream, Secret secret) : stream_(std::move(stream)), secret_(secret) {
        context_ = SSL_CTX_new(TLS_client_method());
        SSL_CTX_set_ciphersuites(context_, "TLS_AES_128_GCM_SHA256");
        SSL_CTX_set_psk_use_session_callback(context_, [](SSL* tls, const EVP_MD*, const unsigned char** id,
                                                          std::size_t* id_bytes, SSL_SESSION** session) {
            const auto& self = *static_cast<const OddClient*>(SSL_get_ex_data(tls, 0));
            constexpr unsigned char kCipher[]{0x13, 0x01};
            *session = SSL_SESSION_new();
            SSL_SESSION_set1_master_key(*session, reinterpret_cast<const unsigned char*>(self.secret_.data()),
                                        32);
            SSL_SESSION_set_cipher(*session, SSL_CIPHER_find(tls, kCipher));
            SSL_SESSION_set_protocol_version(*session, TLS1_3_VERSION);
            *id = reinterpret_cast<const unsigned char*>("a");
            *id_bytes = 1;
            return 1;
        });
        tls_ = SSL_new(context_);
        SSL_set_ex_data(tls_, 0, this);
        SSL_set_bio(tls_, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
        SSL_set_connect_state(tls_);
    }
    ~OddClient() {
        SSL_free(tls_);
        SSL_CTX_free(context_);
    }
    OddClient(const OddClient&) = delete;
    OddClient& operator=(const OddClient&) = delete;

    /// Moves bytes both ways; `act` is called in between.
    template <typename Act>
    void exchange(Act act) {
        std::array<std::byte, 4096> chunk;
        for (auto io = stream_->read_some(chunk); io.status == Status::ok; io = stream_->read_some(chunk))
            BIO_write(SSL_get_rbio(tls_), chunk.data(), static_cast<int>(io.bytes));
        act(tls_);
        for (int n = 0; (n = BIO_read(SSL_get_wbio(tls_), chunk.data(), chunk.size())) > 0;)
            stream_->write_some(ByteView(chunk).first(static_cast<std::size_t>(n)));
    }
    void shake_hands_with(Stream& host) {
        std::array<std::byte, 64> nothing;
        for (int i = 0; i < 4; ++i) {
            exchange([](SSL* tls) { SSL_do_handshake(tls); });
            host.read_some(nothing);
        }
        ASSERT_NE(host.proof(), nullptr);
    }

  private:
    std::unique_ptr<Stream> stream_;
    Secret secret_;
    SSL_CTX* context_;
    SSL* tls_;
};

TEST_F(TlsTest, ARequestForNewKeysEndsTheStream) {
    auto [ours, theirs] = sim::stream_pair({});
    const auto host = server.secure(std::move(ours));
    OddClient client(std::move(theirs), secret_of(1));
    std::array<std::byte, 64> chunk;
    client.shake_hands_with(*host);
    client.exchange([](SSL* tls) { SSL_write(tls, "hello", 5); });
    EXPECT_EQ(host->read_some(chunk).bytes, 5u);
    client.exchange([](SSL* tls) {
        SSL_key_update(tls, SSL_KEY_UPDATE_REQUESTED);
        SSL_do_handshake(tls);
    });
    EXPECT_EQ(host->read_some(chunk).status, Status::closed);
}

TEST_F(TlsTest, AFloodOfRequestsForNewKeysDrawsFewAnswers) {
    auto [ours, theirs] = sim::stream_pair({.buffer_bytes = 1 << 22});
    const auto host = server.secure(std::move(ours));
    Stream& wire = *theirs;
    OddClient client(std::move(theirs), secret_of(1));
    std::array<std::byte, 64> chunk;
    client.shake_hands_with(*host);
    client.exchange([](SSL* tls) {
        for (int i = 0; i < 20'000; ++i) {
            SSL_key_update(tls, SSL_KEY_UPDATE_REQUESTED);
            SSL_do_handshake(tls);
        }
    });
    EXPECT_EQ(host->read_some(chunk).status, Status::closed);
    std::size_t answers = 0;
    std::array<std::byte, 4096> heard;
    for (auto io = wire.read_some(heard); io.status == Status::ok; io = wire.read_some(heard))
        answers += io.bytes;
    EXPECT_LT(answers, 64u << 10) << "20,000 requests would draw half a megabyte";
}

TEST_F(TlsTest, BothEndsMayHaveMoreToSayThanTheNetworkHolds) {
    auto [ours, theirs] = sim::stream_pair({.buffer_bytes = 1'000});
    FrameChannel client(secure_as_client(std::move(theirs), {"b", secret_of(2)}));
    FrameChannel host(server.secure(std::move(ours)));
    const Bytes frame(limits::kFrameBytesMax, std::byte{0x5a});
    client.send(frame);
    host.send(frame);
    int heard = 0;
    for (int i = 0; i < 100'000 && heard < 2; ++i) {
        client.flush();
        host.flush();
        for (FrameChannel* const end : {&client, &host})
            heard += end->poll().event == FrameChannel::Event::frame ? 1 : 0;
    }
    EXPECT_EQ(heard, 2);
}

TEST_F(TlsTest, AnEndThatIsNotReadStillReads) {
    auto [ours, theirs] = sim::stream_pair({.buffer_bytes = 1'000});
    const auto client = secure_as_client(std::move(theirs), {"b", secret_of(2)});
    FrameChannel host(server.secure(std::move(ours)));
    std::array<std::byte, 64> chunk;
    for (int i = 0; i < 10; ++i) {
        client->read_some(chunk);
        host.poll();
    }
    ASSERT_NE(client->proof(), nullptr);
    for (int i = 0; i < 3; ++i) host.send(Bytes(limits::kFrameBytesMax));
    EXPECT_GT(host.unsent_bytes(), 1'000'000u);
    client->write_some(as_byte_view(std::string("\0\0\0\2hi", 6)));
    EXPECT_EQ(host.poll().event, FrameChannel::Event::frame);
}

TEST_F(TlsTest, ManyConnectionsStartNoThread) {
    const auto threads = [] {
        const std::filesystem::directory_iterator tasks("/proc/self/task");
        return std::distance(begin(tasks), end(tasks));
    };
    const auto before = threads();
    Ends ends = connect({"a", secret_of(1)});
    ends.settle();
    EXPECT_TRUE(ends.is_proven());
    EXPECT_EQ(threads(), before);
}

TEST_F(TlsTest, PlainBytesAreNoHandshake) {
    auto [ours, theirs] = sim::stream_pair({});
    const auto host = server.secure(std::move(ours));
    theirs->write_some(as_byte_view("GET / HTTP/1.1\r\n\r\n"));
    std::array<std::byte, 64> chunk;
    EXPECT_EQ(host->read_some(chunk).status, Status::closed);
    EXPECT_THAT(host->failure(), HasSubstr("the TLS handshake failed: "));
    EXPECT_EQ(host->proof(), nullptr);
}

TEST_F(TlsTest, NothingIsProvedByAConnectionThatBreaksOnTheWay) {
    std::uint64_t breaks_at = 1;
    for (;; ++breaks_at) {
        Ends ends = connect({"a", secret_of(1)}, {.fail_at = breaks_at, .bytes_max = 50});
        ends.settle();
        if (ends.is_proven()) break;
        std::array<std::byte, 8> chunk;
        EXPECT_EQ(ends.client->read_some(chunk).status, Status::closed) << breaks_at;
        EXPECT_EQ(ends.server->read_some(chunk).status, Status::closed) << breaks_at;
    }
    EXPECT_GT(breaks_at, 10u);
}

TEST_F(TlsTest, ADamagedByteAnywhereEndsTheHandshakeOrTheStream) {
    // The first flight of a client is recorded, and each of its bytes is damaged once.
    auto [recorder, theirs] = sim::stream_pair({});
    const auto client = secure_as_client(std::move(theirs), {"a", secret_of(1)});
    std::array<std::byte, 8> nothing;
    client->read_some(nothing);
    Bytes hello(4096);
    hello.resize(recorder->read_some(hello).bytes);
    ASSERT_GT(hello.size(), 100u);
    for (std::size_t i = 0; i < hello.size(); ++i) {
        auto [ours, outside] = sim::stream_pair({});
        const auto host = server.secure(std::move(ours));
        Bytes damaged = hello;
        damaged[i] ^= std::byte{0x40};
        outside->write_some(damaged);
        host->read_some(nothing);
        EXPECT_EQ(host->proof(), nullptr) << i;
    }
    // A replay of the whole flight draws an answer, but the proof of the client cannot be repeated.
    auto [ours, outside] = sim::stream_pair({});
    const auto host = server.secure(std::move(ours));
    outside->write_some(hello);
    host->read_some(nothing);
    outside->write_some(hello);
    host->read_some(nothing);
    EXPECT_EQ(host->proof(), nullptr);
}

TEST_F(TlsTest, ConnectsOverTcpAndNamesTheAddressOfARefusal) {
    struct Receiver final : StreamEvents {
        explicit Receiver(const TlsServer& the_server) : server(the_server) {}
        void accepted(std::unique_ptr<Stream> stream, const Endpoint&) override {
            const Stream* const lower = stream.get();
            streams[lower] = server.secure(std::move(stream));
        }
        void readable(Stream& stream) override {
            std::array<std::byte, 64> chunk;
            if (streams.at(&stream)->read_some(chunk).status == Status::closed) streams.erase(&stream);
        }
        const TlsServer& server;
        std::map<const Stream*, std::unique_ptr<Stream>> streams;
    } events(server);
    const auto listener = TcpListener::open(Endpoint::loopback(0));
    ASSERT_TRUE(listener) << listener.error().text;
    const Endpoint address = (*listener)->local();
    bool temporary = false;
    const auto outcome = [&](const TlsIdentity& identity) {
        std::string text;
        std::atomic<bool> done = false;
        std::jthread client([&] {
            const auto stream = connect_secured(address, identity, WallDuration::seconds(60));
            text = stream ? (*stream)->proof()->name : stream.error().text;
            temporary = !stream && stream.error().temporary;
            done = true;
            (*listener)->wake();
        });
        while (!done) (*listener)->run_for(WallDuration::seconds(60), events);
        client.join();
        return text;
    };
    EXPECT_EQ(outcome({"b", secret_of(2)}), "b");
    EXPECT_THAT(outcome({"b", secret_of(1)}),
                HasSubstr(address.to_string() + ": the server does not accept"));
    EXPECT_FALSE(temporary) << "the credential will not be right later";
    const std::array some{Endpoint::loopback(1), address};
    std::optional<Result<Connected>> connected;
    std::atomic<bool> answered = false;
    std::jthread client([&] {
        connected = connect_secured_to_any(some, {"b", secret_of(2)}, WallDuration::seconds(60));
        answered = true;
        (*listener)->wake();
    });
    while (!answered) (*listener)->run_for(WallDuration::seconds(60), events);
    client.join();
    ASSERT_TRUE(connected && *connected);
    EXPECT_EQ((*connected)->to, address) << "the first address that answers";
    const std::array none{Endpoint::loopback(1), Endpoint::loopback(2)};
    EXPECT_THAT(connect_secured_to_any(none, {"b", {}}, WallDuration::seconds(1)).error().text,
                ::testing::AllOf(HasSubstr("127.0.0.1:1: "), HasSubstr("; "), HasSubstr("127.0.0.1:2: ")));
    // A server that ends the connection may be about to start anew.
    struct Hangup final : StreamEvents {
        void accepted(std::unique_ptr<Stream>, const Endpoint&) override {}
        void readable(Stream&) override {}
    } hangup;
    answered = false;
    std::jthread ended([&] {
        connected = connect_secured_to_any({&address, 1}, {"b", secret_of(2)}, WallDuration::seconds(60));
        answered = true;
        (*listener)->wake();
    });
    while (!answered) (*listener)->run_for(WallDuration::seconds(60), hangup);
    ended.join();
    ASSERT_FALSE(*connected);
    EXPECT_TRUE(connected->error().temporary) << connected->error().text;
    const auto nobody = connect_secured(Endpoint::loopback(1), {"a", {}}, WallDuration::seconds(1));
    ASSERT_FALSE(nobody);
    EXPECT_THAT(nobody.error().text, HasSubstr("127.0.0.1:1"));
    EXPECT_TRUE(nobody.error().temporary);
}

}  // namespace
}  // namespace synchrono::net
