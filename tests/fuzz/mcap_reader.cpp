// Reads any bytes as a log, without a crash or undefined behaviour. A visit yields as many messages as were
// counted when the file was opened. The corpus starts from one of our logs.

#include <cstdint>
#include <cstdlib>

#include "common/log/log_reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace synchrono;
    const auto* bytes = reinterpret_cast<const std::byte*>(data);
    const auto reader = log::LogReader::open_bytes(Bytes(bytes, bytes + size), "input");
    if (!reader) return 0;
    std::uint64_t seen = 0;
    std::uint64_t sum = 0;
    const auto visited = reader->visit([&](const log::LogMessage& message) {
        ++seen;
        sum += message.channel.topic.size() + message.channel.schema->name.size();
        for (const std::byte b : message.payload) sum += static_cast<std::uint64_t>(b);
    });
    if (!visited || seen != reader->message_count() || sum == ~std::uint64_t{0}) std::abort();
    return 0;
}
