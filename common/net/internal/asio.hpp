/// From our endpoints to Asio's, for the sockets here.
#pragma once

#include <cstring>

#include "common/net/endpoint.hpp"

namespace synchrono::net {

/// `Protocol` is one of Asio's, such as boost::asio::ip::udp.
template <typename Protocol>
typename Protocol::endpoint to_asio(const Endpoint& endpoint) {
    typename Protocol::endpoint result;
    std::memcpy(result.data(), endpoint.data(), endpoint.size());
    result.resize(endpoint.size());
    return result;
}

}  // namespace synchrono::net
