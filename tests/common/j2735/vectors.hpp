/// The reference messages in tests/data/j2735.
#pragma once

#include <string>
#include <vector>

#include "common/base/bytes.hpp"

namespace synchrono::j2735::testing {

/// A reference message: the name of its type, its octets as hexadecimal digits, and where it comes from.
struct Vector {
    std::string type, hex, source;
    std::string decoded;  // its JSON, in one line
    Bytes bytes() const;
};

/// Returns the messages of vectors.jsonl, then those of generated.jsonl.gz, in the order of the files.
const std::vector<Vector>& vectors();
/// Returns the first message of this type. Throws if there is none.
const Vector& vector_of(const std::string& type);

}  // namespace synchrono::j2735::testing
