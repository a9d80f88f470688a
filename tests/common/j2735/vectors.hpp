/// The reference messages in tests/data/j2735.
#pragma once

#include <string>
#include <vector>

#include "common/base/bytes.hpp"

namespace synchrono::j2735::testing {

struct Vector {
    std::string type, hex, source;
    std::string decoded;  // one line of JSON
    Bytes bytes() const;
};

/// Returns the messages of both files, in the order of the files.
const std::vector<Vector>& vectors();
/// Returns the first message of this type.
const Vector& vector_of(const std::string& type);

}  // namespace synchrono::j2735::testing
