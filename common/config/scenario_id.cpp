// The fingerprint of a resolved scenario.
#include <sodium.h>

#include "common/base/contract.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

std::string ScenarioId::to_hex() const {
    std::string hex;
    for (const std::byte byte : bytes) {
        for (const int shift : {4, 0}) hex += "0123456789abcdef"[(std::to_integer<int>(byte) >> shift) & 15];
    }
    return hex;
}

ScenarioId scenario_id(const Scenario& scenario) { return fingerprint(to_json(scenario)); }

ScenarioId fingerprint(std::string_view text) {
    SYN_REQUIRE(sodium_init() >= 0);
    ScenarioId id;
    crypto_generichash(reinterpret_cast<unsigned char*>(id.bytes.data()), id.bytes.size(),
                       reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr, 0);
    return id;
}

}  // namespace synchrono::config
