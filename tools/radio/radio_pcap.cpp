#include "tools/radio/radio_pcap.hpp"

#include "common/base/contract.hpp"
#include "tools/radio/in_time_order.hpp"
#include "tools/radio/radio_messages.hpp"
#include "tools/radio/radio_names.hpp"

namespace synchrono::tools::radio {
namespace {

constexpr std::uint32_t kNanosecondMagic = 0xa1b23c4d, kEthernet = 1, kPacketBytesMax = 65'535;

void little(std::string& to, std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) to += static_cast<char>(value >> (8 * i) & 0xff);
}
void big(std::string& to, std::uint32_t value, int bytes) {
    for (int i = bytes - 1; i >= 0; --i) to += static_cast<char>(value >> (8 * i) & 0xff);
}

/// Appends a service identifier as IEEE 1609.3 encodes it: the leading 1 bits say how many octets follow
/// the first.
void service(std::string& to, std::uint32_t id) {
    if (id < 0x80) {
        big(to, id, 1);
    } else if (id < 0x4080) {
        big(to, 0x8000 + (id - 0x80), 2);
    } else if (id < 0x204080) {
        big(to, 0xc00000 + (id - 0x4080), 3);
    } else {
        big(to, 0xe0000000 + (id - 0x204080), 4);
    }
}

/// Appends a locally administered Ethernet address with the station's number in its last four octets.
void station_address(std::string& to, std::uint32_t station) {
    to += "\x02\x53";
    big(to, station, 4);
}

/// Appends a length as COER encodes it.
void octet_length(std::string& to, std::size_t length) {
    const auto value = static_cast<std::uint32_t>(length);
    if (length < 0x80) {
        big(to, value, 1);
    } else if (length < 0x100) {
        big(to, 0x81, 1);
        big(to, value, 1);
    } else {
        big(to, 0x82, 1);
        big(to, value, 2);
    }
}

}  // namespace

std::string pcap_head() {
    std::string head;
    little(head, kNanosecondMagic, 4);
    little(head, 2, 2);  // version 2.4
    little(head, 4, 2);
    little(head, 0, 4);  // UTC
    little(head, 0, 4);
    little(head, kPacketBytesMax, 4);
    little(head, kEthernet, 4);
    return head;
}

std::string pcap_packet(std::int64_t time_ns, std::uint32_t sender, std::uint32_t type,
                        std::string_view payload) {
    SYN_REQUIRE(time_ns >= 0 && payload.size() <= kPacketPayloadMax);
    std::string data("\x03\x80");  // IEEE 1609.2: version 3, unsecured
    octet_length(data, payload.size());
    data += payload;

    std::string frame(6, '\xff');
    station_address(frame, sender);
    frame += "\x88\xdc";
    frame += '\x03';  // WSMP: version 3, without extensions
    frame += '\0';    // a service identifier follows
    service(frame, service_of(type));
    if (data.size() < 0x80) {
        big(frame, static_cast<std::uint32_t>(data.size()), 1);
    } else {
        big(frame, static_cast<std::uint32_t>(0x8000 + data.size()), 2);
    }
    frame += data;

    std::string packet;
    little(packet, static_cast<std::uint32_t>(time_ns / 1'000'000'000), 4);
    little(packet, static_cast<std::uint32_t>(time_ns % 1'000'000'000), 4);
    little(packet, static_cast<std::uint32_t>(frame.size()), 4);
    little(packet, static_cast<std::uint32_t>(frame.size()), 4);
    return packet + frame;
}

Result<PcapCounts> write_pcap(const RadioLog& log, const RadioFilter& filter, text::NewFile& file,
                              const std::function<void(std::uint64_t)>& progress) {
    PcapCounts counts;
    InTimeOrder<std::string> packets;
    const auto put = [&](std::int64_t, const std::string& packet) { file.write(packet); };
    const auto add = [&](std::int64_t time_ns, const RadioTransmission& message, std::string_view payload) {
        if (payload.size() > kPacketPayloadMax) {
            ++counts.too_long;
            return;
        }
        packets.add(time_ns, pcap_packet(time_ns, message.sender(), message.type(), payload));
        ++counts.packets;
    };
    file.write(pcap_head());
    const auto message = [&](SimTime now, const RadioTransmission& m) {
        packets.advance_to(now, put);
        if (!m.on_air() || !filter.wants(m)) return;
        if (!filter.receiver()) {
            add(m.on_air_ns(), m, m.payload());
            return;
        }
        for (int i = 0; i < m.receiver_size(); ++i) {
            if (m.receiver(i) != *filter.receiver() || !is_delivered(m.outcome(i))) continue;
            add(m.sent_ns() + m.delay_ns(i), m, payload_at(m, i));
        }
    };
    if (auto visited = log.visit({.message = message}, progress); !visited)
        return tl::unexpected(visited.error());
    packets.finish(put);
    return counts;
}

}  // namespace synchrono::tools::radio
