// Proves that packets are what the standards say, byte for byte. They come in the order of time, both on the
// air and at a receiver. An independent reader, tshark, decodes the packets down to the message.
#include "tools/radio/radio_pcap.hpp"

#include <cstdio>
#include <fstream>
#include <gmock/gmock.h>
#include <json/json.h>
#include <sstream>

#include "tests/support/radio_run.hpp"
#include "tools/radio/radio_names.hpp"
#include "tools/text/text.hpp"

namespace synchrono::tools::radio {
namespace {

using testing::add_receiver;
using ::testing::ElementsAre;
using testing::from_hex;
using testing::make_message;
using testing::RadioLogFile;

/// A packet of a file, decoded.
struct Packet {
    std::int64_t time_ns = 0;
    std::string frame;
};

class PcapTest : public testing::RadioRuns {
  protected:
    static std::uint32_t little(const std::string& text, std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(text[at + i]);
        return value;
    }
    static std::vector<Packet> packets_of(const std::filesystem::path& path) {
        std::ostringstream stream;
        stream << std::ifstream(path, std::ios::binary).rdbuf();
        const std::string text = stream.str();
        EXPECT_EQ(text.substr(0, 24), pcap_head());
        std::vector<Packet> packets;
        for (std::size_t at = 24; at < text.size();) {
            Packet packet{little(text, at) * 1'000'000'000LL + little(text, at + 4), {}};
            const std::size_t length = little(text, at + 8);
            EXPECT_EQ(length, little(text, at + 12));
            packet.frame = text.substr(at + 16, length);
            EXPECT_EQ(packet.frame.size(), length);
            packets.push_back(packet);
            at += 16 + length;
        }
        return packets;
    }
    std::vector<Packet> export_run(const std::filesystem::path& run, const RadioFilterOptions& options) {
        const auto log = RadioLog::open(run);
        EXPECT_TRUE(log) << log.error().text;
        const auto filter = RadioFilter::make(options, *log);
        EXPECT_TRUE(filter) << filter.error().text;
        auto file = text::NewFile::open(root_ / "x.pcap", text::Existing::replace);
        EXPECT_TRUE(file);
        const auto counts = write_pcap(*log, *filter, *file);
        EXPECT_TRUE(counts) << counts.error().text;
        EXPECT_TRUE(file->commit());
        const auto packets = packets_of(root_ / "x.pcap");
        EXPECT_EQ(packets.size(), counts->packets);
        return packets;
    }
};

TEST_F(PcapTest, PacketsFollowTheStandards) {
    // Ethernet; WSMP 3 with PSID 0x20 and length; IEEE 1609.2 unsecured with length; the payload.
    EXPECT_EQ(text::hex_text(pcap_packet(1'000'000'002, 0x01020304, 20, "abc").substr(16)),
              "FFFFFFFFFFFF02530102030488DC03002006038003616263");
    EXPECT_EQ(text::hex_text(pcap_packet(1'000'000'002, 0, 20, "abc").substr(0, 16)),
              "01000000020000001800000018000000");
    EXPECT_EQ(text::hex_text(pcap_packet(0, 0, 18, "").substr(28)), "88DC0300800203038000");
    EXPECT_EQ(text::hex_text(pcap_packet(0, 0, 29, "").substr(28)), "88DC0300E000001603038000");
}

TEST_F(PcapTest, LengthsTakeAsManyOctetsAsTheyNeed) {
    const std::pair<std::size_t, const char*> cases[] = {
        {124,
         "037F"
         "03807C"},  // 127 octets of data, the longest whose length takes one octet
        {125,
         "8080"
         "03807D"},
        {127,
         "8082"
         "03807F"},
        {128,
         "8084"
         "038081"
         "80"},
        {255,
         "8103"
         "038081"
         "FF"},
        {256,
         "8105"
         "038082"
         "0100"},
        {1500,
         "85E1"
         "038082"
         "05DC"},
        {kPacketPayloadMax,
         "BFFF"
         "038082"
         "3FFA"},
    };
    for (const auto& [length, head] : cases) {
        const std::string want(head);
        const std::string frame = text::hex_text(pcap_packet(0, 0, 20, std::string(length, 'x')).substr(16));
        const std::string lengths = length == 124 ? want.substr(2) : want;
        EXPECT_EQ(frame.substr(34, lengths.size()), lengths) << length;
        EXPECT_EQ(frame.substr(34 + lengths.size(), 2), "78") << length;
    }
}

TEST_F(PcapTest, PacketsOnTheAirAndAtAReceiverDiffer) {
    RadioLogFile file(root_ / "run");
    file.station(0, "car0");
    file.station(1, "car1");
    auto first = make_message(0, 1, 1'000'000);  // delayed by a fault, and duplicated
    first.set_on_air_ns(1'500'000);
    add_receiver(first, 1, RadioTransmission::DELIVERED, 300'000'000, 5);
    add_receiver(first, 1, RadioTransmission::DUPLICATE, 400'000'000, 5);
    auto second = make_message(0, 2, 2'000'000);
    add_receiver(second, 1, RadioTransmission::ALTERED, 1'000'000, 5);
    second.add_altered()->set_receiver(1);
    second.mutable_altered(0)->set_payload("zz");
    auto third = make_message(0, 3, 3'000'000);
    add_receiver(third, 1, RadioTransmission::WEAK, 0, 5);
    auto fourth = make_message(0, 4, 4'000'000);
    fourth.set_on_air(false);
    fourth.set_not_sent(RadioTransmission::SILENCED);
    for (const auto* message : {&first, &second, &third, &fourth}) file.message(5'000'000, *message);
    file.close();

    const auto times = [](const std::vector<Packet>& packets) {
        std::vector<std::int64_t> all;
        for (const Packet& packet : packets) all.push_back(packet.time_ns);
        return all;
    };
    EXPECT_THAT(times(export_run(root_ / "run", {})), ElementsAre(1'500'000, 2'000'000, 3'000'000));
    const auto received = export_run(root_ / "run", {.receiver = "car1"});
    EXPECT_THAT(times(received), ElementsAre(3'000'000, 301'000'000, 401'000'000));
    EXPECT_TRUE(received[0].frame.ends_with("\x03\x80\x02zz"));
    EXPECT_TRUE(received[1].frame.ends_with(from_hex(testing::kBsmHex)));
}

TEST_F(PcapTest, TooLongPayloadsAreCounted) {
    RadioLogFile file(root_ / "run");
    file.station(0, "car0");
    auto message = make_message(0, 1, 0);
    message.set_payload(std::string(kPacketPayloadMax + 1, 'x'));
    file.message(0, message);
    file.close();
    const auto log = RadioLog::open(root_ / "run");
    auto out = text::NewFile::open(root_ / "x.pcap", text::Existing::keep);
    const auto counts = write_pcap(*log, *RadioFilter::make({}, *log), *out);
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->packets, 0U);
    EXPECT_EQ(counts->too_long, 1U);
}

TEST_F(PcapTest, TsharkReadsEveryPacketDownToTheMessage) {
    if (std::string_view(SYN_TSHARK).empty()) GTEST_SKIP() << "tshark is not installed: scripts/setup test";
    const auto has_inside = [](std::uint32_t type) {
        return service_of(type) == 0x20 || service_of(type) == 0x82;
    };
    std::vector<std::pair<std::uint32_t, std::string>> payloads;
    std::ifstream vectors(SYN_TEST_DATA "/j2735/vectors.jsonl");
    ASSERT_TRUE(vectors.is_open());
    for (std::string line; std::getline(vectors, line);) {
        Json::Value vector;
        ASSERT_TRUE(Json::Reader().parse(line, vector));
        const std::string bytes = from_hex(vector["hex"].asString());
        const std::uint32_t type =
            static_cast<std::uint32_t>(bytes[0] & 0x7f) << 8 | static_cast<unsigned char>(bytes[1]);
        payloads.emplace_back(type, bytes);
        // Wireshark 4.0 decodes IEEE 1609.2 for two services only.
        if (!has_inside(type)) payloads.emplace_back(20, bytes);
    }
    EXPECT_GT(payloads.size(), 100U);
    for (const std::size_t length : {1U, 120U, 123U, 124U, 125U, 126U, 127U, 128U, 129U, 254U, 255U, 256U,
                                     257U, 1400U, 1401U, 2000U, static_cast<unsigned>(kPacketPayloadMax)}) {
        for (const std::uint32_t type : {20U, 19U, 29U, 0U})
            payloads.emplace_back(type, std::string(length, '\x5a'));
    }
    auto file = text::NewFile::open(root_ / "x.pcap", text::Existing::keep);
    ASSERT_TRUE(file);
    file->write(pcap_head());
    for (std::size_t i = 0; i < payloads.size(); ++i) {
        file->write(pcap_packet(static_cast<std::int64_t>(i) * 1'000'000'001, static_cast<std::uint32_t>(i),
                                payloads[i].first, payloads[i].second));
    }
    ASSERT_TRUE(file->commit());

    const std::string command = std::string(SYN_TSHARK) + " -n -r '" + (root_ / "x.pcap").string() +
                                "' -T fields -e frame.time_epoch -e wsmp.psid -e wsmp.version_v3"
                                " -e ieee1609dot2.unsecuredData -e _ws.malformed -e _ws.expert 2>'" +
                                (root_ / "complaints").string() + "'";
    std::FILE* pipe = ::popen(command.c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string output;
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, n);
    EXPECT_EQ(::pclose(pipe), 0);

    std::istringstream lines(output);
    std::size_t i = 0;
    for (std::string line; std::getline(lines, line); ++i) {
        ASSERT_LT(i, payloads.size());
        std::vector<std::string> fields;
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, '\t');) fields.push_back(cell);
        fields.resize(6);
        EXPECT_EQ(fields[0], fmt::format("{}.{:09}", i, i));
        EXPECT_EQ(fields[1], fmt::format("0x{:08x}", service_of(payloads[i].first)));
        EXPECT_EQ(fields[2], "3");
        std::string hex = text::hex_text(payloads[i].second);
        for (char& c : hex) c = static_cast<char>(std::tolower(c));
        EXPECT_EQ(fields[3], has_inside(payloads[i].first) ? hex : "");
        EXPECT_EQ(fields[4] + fields[5], "")
            << "packet " << i << " of " << payloads[i].second.size() << " bytes";
    }
    EXPECT_EQ(i, payloads.size());
}

}  // namespace
}  // namespace synchrono::tools::radio
