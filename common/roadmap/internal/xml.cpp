#include "common/roadmap/internal/xml.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace synchrono::roadmap {

std::string lower_case(std::string text) {
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

Findings::Findings(std::string_view text, std::string name) : name_(std::move(name)) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') line_ends_.push_back(i);
    }
}

std::uint32_t Findings::line_at(std::ptrdiff_t offset) const {
    const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0));
    return static_cast<std::uint32_t>(std::lower_bound(line_ends_.begin(), line_ends_.end(), at) -
                                      line_ends_.begin()) +
           1;
}

bool Findings::problem(std::uint32_t line, const std::string& what) {
    if (++problems_ <= kProblemsMax) {
        std::string line_text = fmt::format("{}:{}: {}", name_, line, what);
        // A problem is one line, even if it quotes text with line breaks.
        std::replace_if(
            line_text.begin(), line_text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; },
            ' ');
        text_ += (text_.empty() ? "" : "\n") + line_text;
    }
    return false;
}

void Findings::remark(std::uint32_t line, const std::string& what) {
    const auto [at, fresh] = known_.try_emplace(what, remarks_.size());
    if (!fresh) {
        ++remarks_[at->second].times;
    } else if (remarks_.size() < kRemarksMax) {
        remarks_.push_back({line, 1, what});
    } else {
        known_.erase(at);
    }
}

std::vector<std::string> Findings::remarks() const {
    std::vector<std::string> all;
    for (const Remark& remark : remarks_) {
        const std::string times = remark.times > 1 ? fmt::format(" ({} times)", remark.times) : "";
        all.push_back(fmt::format("{}:{}: {}{}", name_, remark.line, remark.what, times));
    }
    return all;
}

std::string Element::text(const char* key) const {
    const std::string value = node_.attribute(key).value();
    if (value.size() <= 256) return value;
    problem(fmt::format("<{}> {}: longer than 256 bytes", name(), key));
    return {};
}

std::string Element::required_text(const char* key) const {
    std::string value = text(key);
    if (value.empty()) problem(fmt::format("<{}> needs {}", name(), key));
    return value;
}

std::optional<double> Element::parse(const char* key, NumberRange range) const {
    std::string_view text = node_.attribute(key).value();
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    // A number too small for a double counts as 0.
    if (error == std::errc::result_out_of_range && end == text.data() + text.size() &&
        text.find("e-") != text.npos) {
        value = 0;
    } else if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
        problem(fmt::format("<{}> {}: expected a number, not '{}'", name(), key, text.substr(0, 40)));
        return std::nullopt;
    }
    if (value < range.low || value > range.high) {
        problem(
            fmt::format("<{}> {}: {} is not between {} and {}", name(), key, value, range.low, range.high));
        return std::nullopt;
    }
    return value;
}

double Element::number(const char* key, NumberRange range) const {
    if (!has(key)) {
        problem(fmt::format("<{}> needs {}", name(), key));
        return std::clamp(0.0, range.low, range.high);
    }
    return parse(key, range).value_or(std::clamp(0.0, range.low, range.high));
}

double Element::number_or(const char* key, NumberRange range, double otherwise) const {
    return has(key) ? parse(key, range).value_or(otherwise) : otherwise;
}

int Element::whole(const char* key, int low, int high) const {
    const std::string value = required_text(key);
    if (value.empty()) return std::clamp(0, low, high);
    int number = 0;
    const char* begin = value.data() + (value.front() == '+' ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, value.data() + value.size(), number);
    if (error == std::errc() && end == value.data() + value.size() && number >= low && number <= high) {
        return number;
    }
    problem(fmt::format("<{}> {}: expected a whole number from {} to {}, not '{}'", name(), key, low, high,
                        value.substr(0, 40)));
    return std::clamp(0, low, high);
}

std::size_t Element::word(const char* key, std::initializer_list<std::string_view> words) const {
    const std::string value = required_text(key);
    const auto found = std::find(words.begin(), words.end(), value);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    if (!value.empty()) {
        problem(fmt::format("<{}> {}: expected one of {}, not '{}'", name(), key, fmt::join(words, ", "),
                            value.substr(0, 40)));
    }
    return 0;
}

bool Element::flag(const char* key, bool otherwise) const {
    const std::string value = text(key);
    if (value.empty()) return otherwise;
    if (value == "true" || value == "yes" || value == "1") return true;
    if (value == "false" || value == "no" || value == "0") return false;
    problem(fmt::format("<{}> {}: expected true or false, not '{}'", name(), key, value.substr(0, 40)));
    return otherwise;
}

std::optional<Element> Element::child(const char* name) const {
    const pugi::xml_node node = node_.child(name);
    if (node.empty()) return std::nullopt;
    return Element(node, *findings_);
}

}  // namespace synchrono::roadmap
