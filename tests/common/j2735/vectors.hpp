/// The messages of tests/data/j2735.
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

/// All of both files, in their order.
const std::vector<Vector>& vectors();
/// The first of the type that one of them has.
const Vector& vector_of(const std::string& type);

}  // namespace synchrono::j2735::testing
