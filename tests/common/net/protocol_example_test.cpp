// Proves that the worked examples in docs/protocol.md are right to the byte: the test reads the examples from
// the page and checks them against the seal, against both decoders of the payload, and against each other.
#include <fstream>
#include <google/protobuf/text_format.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>
#include <map>
#include <sodium.h>
#include <sstream>
#include <string>

#include "common/net/agent_message.hpp"
#include "common/net/update_seal.hpp"
#include "proto/state.pb.h"
#include "proto/world.pb.h"

namespace synchrono::net {
namespace {

/// Returns the fenced blocks of the section "A worked example" in their order.
std::vector<std::string> example_blocks() {
    std::ifstream page(SYN_SOURCE_DIR "/docs/protocol.md");
    std::vector<std::string> blocks;
    bool in_section = false, in_block = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("#") && !in_block) in_section = line == "### A worked example";
        if (!in_section) continue;
        if (line == "```") {
            in_block = !in_block;
            if (in_block) blocks.emplace_back();
        } else if (in_block) {
            blocks.back() += line + "\n";
        }
    }
    return blocks;
}

/// Reads lines of the form "name value". A line that begins with a space continues the value before it.
std::map<std::string, std::string> named_values(const std::string& block) {
    std::map<std::string, std::string> values;
    std::string name;
    std::istringstream in(block);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        if (!line.starts_with(" ")) words >> name;
        std::string value;
        words >> value;
        values[name] += value;
    }
    return values;
}

Bytes from_hex(const std::string& hex) {
    Bytes bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        bytes.push_back(static_cast<std::byte>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

/// One example: the values that the page gives for a datagram.
struct Example {
    explicit Example(const std::string& block) : values(named_values(block)) { read("key", key); }
    template <typename Key>
    void read(const std::string& name, Key& its_key) const {
        const Bytes bytes = from_hex(values.at(name));
        EXPECT_EQ(bytes.size(), its_key.size());
        std::copy_n(bytes.begin(), std::min(bytes.size(), its_key.size()), its_key.begin());
    }
    std::uint64_t number(const std::string& name) const { return std::stoull(values.at(name)); }
    SessionId session() const { return SessionId{static_cast<std::uint32_t>(number("session"))}; }
    Direction direction() const {
        return values.at("direction") == "to_server" ? Direction::to_server : Direction::to_client;
    }

    std::map<std::string, std::string> values;
    SessionKey key{};
};

/// Computes the tag directly, with the half of the key that the page names, and compares it with the tag on
/// the page.
void expect_tag(const Example& example, ByteView proved) {
    const Bytes half = from_hex(example.values.at("half"));
    ASSERT_EQ(half.size(), crypto_shorthash_siphashx24_KEYBYTES);
    Bytes tag(kSealTagBytes);
    crypto_shorthash_siphashx24(reinterpret_cast<unsigned char*>(tag.data()),
                                reinterpret_cast<const unsigned char*>(proved.data()), proved.size(),
                                reinterpret_cast<const unsigned char*>(half.data()));
    EXPECT_EQ(tag, from_hex(example.values.at("tag")));
}

void expect_sealed(const Example& example) {
    const Bytes payload = from_hex(example.values.at("payload"));
    const Bytes datagram = from_hex(example.values.at("datagram"));
    Sealer sealer(example.session(), example.key, example.direction());
    Bytes sealed;
    for (std::uint64_t i = 0; i < example.number("sequence"); ++i) {
        sealed.assign(kSealHeadBytes, std::byte{0});
        sealed.insert(sealed.end(), payload.begin(), payload.end());
        sealed.resize(payload.size() + kSealBytes);
        sealer.seal(sealed, payload.size());
    }
    EXPECT_EQ(sealed, datagram);
    EXPECT_EQ(Bytes(datagram.end() - kSealTagBytes, datagram.end()), from_hex(example.values.at("tag")));
    expect_tag(example, ByteView(datagram).first(datagram.size() - kSealTagBytes));

    Opener opener(example.session(), example.key, example.direction());
    ByteView opened;
    ASSERT_EQ(opener.open(datagram, opened), Opener::Verdict::ok);
    EXPECT_EQ(Bytes(opened.begin(), opened.end()), payload);
}

void expect_sealed_update(const Example& example) {
    const Bytes head = from_hex(example.values.at("head")), body = from_hex(example.values.at("body"));
    const Bytes datagram = from_hex(example.values.at("datagram"));
    WorldKey world_key{};
    example.read("world_key", world_key);
    BodySealer bodies({0, world_key});
    BodySeal seal;
    for (std::uint64_t i = 0; i < example.number("number"); ++i) seal = bodies.seal(body);
    EXPECT_EQ(Bytes(seal.tag.begin(), seal.tag.end()), from_hex(example.values.at("body_tag")));
    Sealer sealer(example.session(), example.key, example.direction());
    Bytes sealed;
    for (std::uint64_t i = 0; i < example.number("sequence"); ++i) {
        sealed.assign(kUpdateHeadAt, std::byte{0});
        sealed.insert(sealed.end(), head.begin(), head.end());
        sealed.resize(head.size() + kUpdateSealBytes);
        seal_update(sealer, sealed, head.size(), seal);
    }
    expect_tag(example, ByteView(sealed).first(sealed.size() - kSealTagBytes));
    sealed.insert(sealed.end(), body.begin(), body.end());
    EXPECT_EQ(sealed, datagram);

    const Bytes nonce = from_hex(example.values.at("nonce"));
    ASSERT_EQ(nonce.size(), 12u);
    EXPECT_EQ(Bytes(nonce.begin(), nonce.begin() + 4), Bytes(4));
    EXPECT_EQ(Bytes(nonce.begin() + 4, nonce.end()), Bytes(datagram.begin() + 12, datagram.begin() + 20));

    UpdateOpener opener(example.session(), example.key, {0, world_key});
    ByteView its_head, its_body;
    ASSERT_EQ(opener.open(datagram, BodyUse::read, its_head, its_body), Opener::Verdict::ok);
    EXPECT_EQ(Bytes(its_head.begin(), its_head.end()), head);
    EXPECT_EQ(Bytes(its_body.begin(), its_body.end()), body);
}

void expect_cipher_key(const Example& example) {
    const auto key =
        std::get<CipherKey>(protection_key(example.key, example.direction(), Protection::encrypted));
    EXPECT_EQ(Bytes(key.begin(), key.end()), from_hex(example.values.at("cipher_key")));
}

/// Checks that the bytes are the message that the page has in text form, and returns that message.
template <typename Message>
Message expect_text(const std::string& hex, const std::string& text) {
    Message shown, sent;
    EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &shown));
    const Bytes payload = from_hex(hex);
    EXPECT_TRUE(sent.ParseFromArray(payload.data(), static_cast<int>(payload.size())));
    EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(shown, sent)) << sent.DebugString();
    return sent;
}

struct ProtocolExample : testing::Test {
    void SetUp() override { ASSERT_EQ(blocks.size(), 6u); }
    std::vector<std::string> blocks = example_blocks();
};

TEST_F(ProtocolExample, ClientUpdateAgreesWithThePage) {
    const Example example(blocks[1]);
    EXPECT_EQ(example.direction(), Direction::to_server);
    expect_sealed(example);
    const auto update = expect_text<ClientUpdate>(example.values.at("payload"), blocks[0]);

    ASSERT_EQ(update.messages_size(), 1);
    VehicleState state;
    ASSERT_TRUE(state.ParseFromString(update.messages(0).state().value()));
    EXPECT_EQ(state.x_m(), 12.5);
    EXPECT_EQ(state.qw(), 1);
    EXPECT_EQ(state.vx_m_s(), 8);

    const Bytes payload = from_hex(example.values.at("payload"));
    ClientUpdateHead head;
    ASSERT_TRUE(decode_client_update_head(payload, head));
    EXPECT_EQ(head.known_up_to.count_ns(), update.have_ns());
    EXPECT_FALSE(head.request);
    MessageCursor cursor(payload);
    AgentMessageView message;
    ASSERT_TRUE(cursor.next(message));
    EXPECT_EQ(message.header.agent, AgentId{3});
    EXPECT_EQ(message.header.time, SimTime::nanoseconds(10'000'000));
    EXPECT_EQ(message.header.period, SimDuration::milliseconds(5));
    std::string_view type_url;
    ByteView value;
    ASSERT_TRUE(decode_any(message.any, type_url, value));
    EXPECT_EQ(type_url, "/synchrono.VehicleState");
    EXPECT_EQ(as_text(value), update.messages(0).state().value());
    EXPECT_FALSE(cursor.next(message));
    EXPECT_FALSE(cursor.malformed());
}

TEST_F(ProtocolExample, WorldUpdateAgreesWithThePage) {
    const Example example(blocks[3]);
    EXPECT_EQ(example.direction(), Direction::to_client);
    expect_sealed_update(example);
    const std::string& head_hex = example.values.at("head");
    const std::string& body_hex = example.values.at("body");
    const auto update = expect_text<WorldUpdate>(head_hex + body_hex, blocks[2]);

    WorldUpdateHead head;
    std::vector<AgentId> awaited;
    ASSERT_TRUE(decode_world_update_head(from_hex(head_hex), head, awaited));
    EXPECT_EQ(head.time.count_ns(), update.time_ns());
    EXPECT_EQ(head.part, 0u);
    EXPECT_EQ(head.parts, 1u);
    EXPECT_EQ(head.reached.count_ns(), update.slowest_ns());
    EXPECT_EQ(head.slowest_agent, AgentId{3});
    EXPECT_EQ(head.received_up_to.count_ns(), update.received_ns());
    EXPECT_EQ(head.notices, 2u);
    EXPECT_TRUE(head.started);
    EXPECT_TRUE(awaited.empty());

    const Bytes body = from_hex(body_hex);
    MessageCursor cursor(body);
    AgentMessageView message;
    ASSERT_TRUE(cursor.next(message));
    EXPECT_EQ(message.header.agent, AgentId{5});
    EXPECT_EQ(message.header.x_m, 40);
    EXPECT_FALSE(cursor.next(message));
    EXPECT_FALSE(cursor.malformed());
}

TEST_F(ProtocolExample, EncryptedClientUpdateAgreesWithThePage) {
    const Example example(blocks[4]);
    expect_cipher_key(example);
    const Bytes payload = from_hex(Example(blocks[1]).values.at("payload"));
    Bytes sealed(kSealHeadBytes);
    sealed.insert(sealed.end(), payload.begin(), payload.end());
    sealed.resize(payload.size() + kSealBytes);
    Sealer(example.session(), example.key, example.direction(), Protection::encrypted)
        .seal(sealed, payload.size());
    EXPECT_EQ(sealed, from_hex(example.values.at("datagram")));
    Opener opener(example.session(), example.key, example.direction(), Protection::encrypted);
    ByteView opened;
    ASSERT_EQ(opener.open(sealed, opened), Opener::Verdict::ok);
    EXPECT_EQ(Bytes(opened.begin(), opened.end()), payload);
}

TEST_F(ProtocolExample, EncryptedWorldUpdateAgreesWithThePage) {
    const Example example(blocks[5]), clear(blocks[3]);
    expect_cipher_key(example);
    NumberedKey world_key{static_cast<std::uint16_t>(example.number("key_number")), {}};
    example.read("world_key", world_key.key);
    UpdateOpener opener(example.session(), example.key, world_key, Protection::encrypted);
    const Bytes datagram = from_hex(example.values.at("datagram"));
    ByteView head, body;
    ASSERT_EQ(opener.open(datagram, BodyUse::read, head, body), Opener::Verdict::ok);
    EXPECT_EQ(Bytes(head.begin(), head.end()), from_hex(clear.values.at("head")));
    EXPECT_EQ(Bytes(body.begin(), body.end()), from_hex(clear.values.at("body")));
}

}  // namespace
}  // namespace synchrono::net
