#include "common/j2735/codec.hpp"
#include "common/j2735/internal/decoder.hpp"

namespace synchrono::j2735 {
namespace internal {
namespace {

/// Keeps the path to the field that the decoder is reading, and a line for each group of bits read so far.
/// Threading: one thread.  Owns: the lines.
class Tracer {
  public:
    static constexpr bool kOn = true;

    void enter(std::string_view name) {
        starts_.push_back(path_.size());
        if (name.empty()) return;
        if (!path_.empty()) path_ += '.';
        path_ += name;
    }
    void enter(std::size_t index) {
        starts_.push_back(path_.size());
        path_ += fmt::format("[{}]", index);
    }
    void leave() {
        path_.resize(starts_.back());
        starts_.pop_back();
    }
    void record(std::size_t bit, std::size_t bits, std::string_view name, std::string value) {
        std::string path = path_;
        if (!name.empty()) path += (path.empty() ? "" : ".") + std::string(name);
        lines.push_back({std::move(path), bit, bits, std::move(value)});
    }

    std::vector<TraceLine> lines;

  private:
    std::string path_;
    std::vector<std::size_t> starts_;
};

}  // namespace
}  // namespace internal

std::vector<TraceLine> trace(ByteView bytes) {
    internal::Tracer tracer;
    internal::Decoder<internal::Tracer> decoder(bytes, tracer);
    MessageFrame frame;
    static_cast<void>(decoder.read_frame(frame));
    return std::move(tracer.lines);
}

}  // namespace synchrono::j2735
