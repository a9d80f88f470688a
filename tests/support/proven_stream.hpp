/// For tests: a stream whose other end counts as proven without a handshake, and credentials.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "common/config/credentials.hpp"
#include "common/config/scenario.hpp"
#include "common/net/stream.hpp"

namespace synchrono::testing {

/// Passes everything on to another stream, and has a proof from the beginning.
class ProvenStream final : public net::Stream {
  public:
    ProvenStream(std::unique_ptr<net::Stream> stream, net::StreamProof proof)
        : stream_(std::move(stream)), proof_(std::move(proof)) {}
    Io read_some(std::span<std::byte> into) override { return stream_->read_some(into); }
    Io write_some(ByteView bytes) override { return stream_->write_some(bytes); }
    void close() override { stream_->close(); }
    void wait_readable(WallDuration limit) override { stream_->wait_readable(limit); }
    const net::StreamProof* proof() const override { return &proof_; }

  private:
    std::unique_ptr<net::Stream> stream_;
    net::StreamProof proof_;
};

inline std::unique_ptr<net::Stream> proven(std::unique_ptr<net::Stream> stream, std::string name = "client",
                                           const Secret& key = {}) {
    return std::make_unique<ProvenStream>(std::move(stream), net::StreamProof{std::move(name), key});
}

/// Returns a credential for these agents.
inline config::Credential credential_of(std::string name, std::vector<AgentId> agents, bool watch = false) {
    return {.name = std::move(name), .secret = make_secret(), .agents = std::move(agents), .watch = watch};
}
/// Returns a credential that allows everything in the scenario.
inline config::Credential credential_for_all(const config::Scenario& scenario, std::string name = "client") {
    std::vector<AgentId> agents;
    for (std::uint32_t i = 0; i < scenario.agents.size(); ++i) agents.push_back(AgentId{i});
    return credential_of(std::move(name), std::move(agents), true);
}

}  // namespace synchrono::testing
