#include "tests/common/j2735/vectors.hpp"

#include <fstream>
#include <json/json.h>
#include <sstream>
#include <stdexcept>
#include <zlib.h>

#include "common/j2735/hex.hpp"

namespace synchrono::j2735::testing {
namespace {

const std::string kFolder = SYN_TEST_DATA "/j2735/";

/// Returns the content of a file, decompressed if it is compressed.
std::string text_of(const std::string& path) {
    std::string text;
    gzFile file = gzopen(path.c_str(), "rb");
    if (file == nullptr) throw std::runtime_error(path);
    char piece[1 << 16];
    for (int size = gzread(file, piece, sizeof(piece)); size > 0; size = gzread(file, piece, sizeof(piece)))
        text.append(piece, static_cast<std::size_t>(size));
    gzclose(file);
    return text;
}

void add_lines(const std::string& name, std::vector<Vector>& vectors) {
    std::istringstream in(text_of(kFolder + name));
    Json::StreamWriterBuilder style;
    style["indentation"] = "";
    for (std::string line; std::getline(in, line);) {
        Json::Value json;
        std::istringstream(line) >> json;
        vectors.push_back({.type = json["type"].asString(),
                           .hex = json["hex"].asString(),
                           .source = json["source"].asString(),
                           .decoded = Json::writeString(style, json["decoded"])});
    }
}

}  // namespace

Bytes Vector::bytes() const {
    Bytes octets;
    if (!parse_hex(hex, octets)) throw std::runtime_error(hex);
    return octets;
}

const std::vector<Vector>& vectors() {
    static const std::vector<Vector> all = [] {
        std::vector<Vector> read;
        add_lines("vectors.jsonl", read);
        add_lines("generated.jsonl.gz", read);
        return read;
    }();
    return all;
}

const Vector& vector_of(const std::string& type) {
    for (const Vector& vector : vectors()) {
        if (vector.type == type) return vector;
    }
    throw std::runtime_error(type);
}

}  // namespace synchrono::j2735::testing
