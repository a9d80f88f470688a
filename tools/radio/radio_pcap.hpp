/// Messages as packets, for Wireshark and its kind: Ethernet to everybody, a WAVE short message of IEEE
/// 1609.3 version 3, an unsecured IEEE 1609.2 message, and in it the message frame.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "common/base/result.hpp"
#include "tools/radio/radio_filter.hpp"
#include "tools/radio/radio_log.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools {

/// The longest payload that a packet takes: the length of a WAVE short message has 14 bits.
inline constexpr std::size_t kPacketPayloadMax = 16'383 - 5;

/// The header of a file of packets with time stamps in nanoseconds.
std::string pcap_head();
/// One packet of the file. Requires a payload within its bound.
std::string pcap_packet(std::int64_t time_ns, std::uint32_t sender, std::uint32_t type,
                        std::string_view payload);

struct PcapCounts {
    std::uint64_t packets = 0;
    std::uint64_t too_long = 0;  // payloads that no packet takes, left out
};
/// What was on the air, or what the filter's receiver was given, in the order of time.
Result<PcapCounts> write_pcap(const RadioLog& log, const RadioFilter& filter, NewFile& file,
                              const std::function<void(std::uint64_t)>& progress = {});

}  // namespace synchrono::tools
