/// Writes messages as packets for Wireshark and similar programs. A packet is a broadcast Ethernet frame that
/// holds a WAVE short message (IEEE 1609.3, version 3). The short message holds an unsecured IEEE 1609.2
/// message, and this holds the J2735 message frame.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "common/base/result.hpp"
#include "tools/radio/radio_filter.hpp"
#include "tools/radio/radio_log.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools::radio {

/// The longest payload that fits into a packet, in bytes. The length of a WAVE short message is a number of
/// 14 bits, and up to 5 bytes of the short message are the header of IEEE 1609.2.
inline constexpr std::size_t kPacketPayloadMax = 16'383 - 5;

/// Returns the header of a pcap file whose time stamps are in nanoseconds.
std::string pcap_head();
/// Returns one packet of the file. Requires a time that is not negative and a payload of at most
/// kPacketPayloadMax bytes.
std::string pcap_packet(std::int64_t time_ns, std::uint32_t sender, std::uint32_t type,
                        std::string_view payload);

struct PcapCounts {
    std::uint64_t packets = 0;
    std::uint64_t too_long = 0;  // messages left out because they do not fit into a packet
};
/// Writes the messages that were on the air or, if the filter names a receiver, those that it received, in
/// the order of time. The caller commits the file.
Result<PcapCounts> write_pcap(const RadioLog& log, const RadioFilter& filter, text::NewFile& file,
                              const std::function<void(std::uint64_t)>& progress = {});

}  // namespace synchrono::tools::radio
