/// Elements of an XML text with their line numbers, and the list of the faults found in them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace synchrono::roadmap {

std::string lower_case(std::string text);

/// Collects the problems and remarks of a text.  Threading: one thread.  Owns: the places of the line ends.
class Findings {
  public:
    Findings(std::string_view text, std::string name);

    std::uint32_t line_of(pugi::xml_node node) const { return line_at(node.offset_debug()); }
    std::uint32_t line_at(std::ptrdiff_t offset) const;
    /// Adds a problem, which makes the reader refuse the text. Always returns false, for use in a `return`.
    bool problem(std::uint32_t line, const std::string& what);
    bool problem(pugi::xml_node node, const std::string& what) { return problem(line_of(node), what); }
    /// Adds a remark on something that is not used, or is not as it should be but does no harm. Equal remarks
    /// are listed once, with how many there were; at most 100 different remarks are kept.
    void remark(std::uint32_t line, const std::string& what);

    bool any_problem() const { return problems_ > 0; }
    /// Returns whether the list of problems is full, so that reading on is of no use.
    bool is_full() const { return problems_ >= kProblemsMax; }
    const std::string& problems() const { return text_; }
    std::vector<std::string> remarks() const;

  private:
    static constexpr std::size_t kProblemsMax = 20, kRemarksMax = 100;

    struct Remark {
        std::uint32_t line = 0;
        std::size_t times = 0;
        std::string what{};
    };
    std::string name_;
    std::vector<std::size_t> line_ends_;
    std::string text_;
    std::size_t problems_ = 0;
    std::vector<Remark> remarks_;
    std::map<std::string, std::size_t> known_;
};

struct NumberRange {
    double low, high;
};
inline constexpr NumberRange kPlace_m{-1e7, 1e7}, kAlong_m{0, 1e5}, kAngle_rad{-100, 100};
inline constexpr NumberRange kLength_m{0, 1e5}, kCoefficient{-1e9, 1e9}, kCurvature_1_m{-10, 10};

/// One element of a text. An attribute that is read and is wrong becomes a problem; attributes that are
/// never read do not matter.
class Element {
  public:
    Element(pugi::xml_node node, Findings& findings) : node_(node), findings_(&findings) {}

    pugi::xml_node node() const { return node_; }
    Findings& findings() const { return *findings_; }
    std::uint32_t line() const { return findings_->line_of(node_); }
    std::string_view name() const { return node_.name(); }
    bool problem(const std::string& what) const { return findings_->problem(node_, what); }

    bool has(const char* key) const { return !node_.attribute(key).empty(); }
    /// Returns the attribute's text; empty if there is none. A text of more than 256 bytes is a problem.
    std::string text(const char* key) const;
    /// Returns the attribute's text. A missing or empty attribute is a problem.
    std::string required_text(const char* key) const;
    double number(const char* key, NumberRange range) const;
    double number_or(const char* key, NumberRange range, double otherwise) const;
    int whole(const char* key, int low, int high) const;
    /// Returns the index in `words` of the attribute's text. Any other text is a problem and
    /// gives 0.
    std::size_t word(const char* key, std::initializer_list<std::string_view> words) const;
    bool flag(const char* key, bool otherwise) const;

    std::optional<Element> child(const char* name) const;
    /// Calls `visit` for every child element in the order of the file. `visit` returns whether it knows the
    /// element. An element that `visit` does not know and `ignored` does not name gets a remark.
    template <typename Visit>
    void children(std::initializer_list<std::string_view> ignored, Visit visit) const {
        for (pugi::xml_node node : node_.children()) {
            if (node.type() != pugi::node_element || findings_->is_full()) continue;
            const Element element(node, *findings_);
            if (visit(element) || contains(ignored, element.name())) continue;
            findings_->remark(element.line(), "<" + std::string(element.name().substr(0, 64)) + "> in <" +
                                                  std::string(name().substr(0, 64)) + "> is not used");
        }
    }

  private:
    static bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
        for (std::string_view each : names) {
            if (each == name) return true;
        }
        return false;
    }
    std::optional<double> parse(const char* key, NumberRange range) const;

    pugi::xml_node node_;
    Findings* findings_;
};

}  // namespace synchrono::roadmap
