/// Reads the specification of a body into a structure that its kind defines. A function `describe` lists the
/// structure's keys, as for all files that people write (common/config/internal/form.hpp):
///
///     template <typename Form>
///     void describe(Form& form, BalloonSpec& balloon) {
///         form.number("volume_m3", balloon.volume_m3, {0, 1e4, true});
///     }
///
///     const Result<BalloonSpec> balloon = config::read_specification<BalloonSpec>(*agent.body);
#pragma once

#include "common/base/result.hpp"
#include "common/config/body_specification.hpp"
#include "common/config/internal/form_reader.hpp"

namespace synchrono::config {

/// Returns all problems as one line.
Error error_of_specification(const Diagnostics& diagnostics);

/// Reads a specification. The error is one line, without file and line: "key 'volume_m3': expected more than
/// 0 and at most 10000".
template <typename Spec>
Result<Spec> read_specification(const BodySpecification& specification) {
    Diagnostics diagnostics;
    const auto json = JsonText::parse(specification.json, {}, diagnostics);
    Spec spec;
    if (json) FormReader::read(JsonNode(*json), spec);
    if (!diagnostics.empty()) return tl::unexpected(error_of_specification(diagnostics));
    return spec;
}

}  // namespace synchrono::config
