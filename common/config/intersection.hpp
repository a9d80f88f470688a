/// An intersection: its lanes and its signals' programme. docs/radio.md tells users how to write one.
#pragma once

#include <string>

namespace synchrono::config {

struct Intersection {
    std::string name;

    friend bool operator==(const Intersection&, const Intersection&) = default;
};

}  // namespace synchrono::config
