#include "server/transport/udp/udp_host.hpp"

#include "server/transport/udp/dynamics_server.hpp"

namespace synchrono::server {
namespace {

class UdpHost final : public WorldHost {
  public:
    explicit UdpHost(const ServerOptions& options) : options_(options) {}
    Result<void> open(const WorldSetup& setup) override {
        auto opened = DynamicsServer::open(setup, options_);
        if (!opened) return tl::unexpected(opened.error());
        server_ = std::move(*opened);
        return {};
    }
    std::string address() const override { return server_->address().to_string(); }
    World::End run(const std::function<bool(const WorldStatus&)>& idle) override {
        return server_->run(idle);
    }
    std::vector<std::pair<CounterName, std::uint64_t>> counters() const override {
        return server_->counters();
    }

  private:
    const ServerOptions options_;
    std::unique_ptr<DynamicsServer> server_;
};

}  // namespace

Result<std::unique_ptr<WorldHost>> make_udp_host(const HostSetup& setup) {
    const auto listen = net::resolve(setup.listen);
    if (!listen) return tl::unexpected(listen.error());
    return std::make_unique<UdpHost>(
        ServerOptions{.listen = *listen, .token = setup.token, .handlers = setup.handlers});
}

}  // namespace synchrono::server
