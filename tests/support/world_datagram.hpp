/// Seals world updates as a server does, and opens them as a client does, with the generated protobuf
/// classes.
#pragma once

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "common/net/update_seal.hpp"
#include "proto/world.pb.h"

namespace synchrono::testing {

/// Seals these bytes as head and body, whether they are valid messages or not.
inline Bytes sealed_update(net::Sealer& sealer, net::BodySealer& bodies, std::string_view head,
                           std::string_view body) {
    Bytes datagram(net::kUpdateSealBytes + head.size());
    std::ranges::copy(as_byte_view(head), datagram.begin() + net::kUpdateHeadAt);
    net::seal_update(sealer, datagram, head.size(), bodies.seal(as_byte_view(body)));
    std::ranges::copy(as_byte_view(body), std::back_inserter(datagram));
    return datagram;
}
inline Bytes sealed_update(net::Sealer& sealer, net::BodySealer& bodies, const WorldUpdate& update) {
    WorldUpdate head = update, body;
    head.clear_messages();
    *body.mutable_messages() = update.messages();
    return sealed_update(sealer, bodies, head.SerializeAsString(), body.SerializeAsString());
}

inline WorldUpdate opened_update(net::UpdateOpener& opener, ByteView datagram) {
    ByteView head, body;
    EXPECT_EQ(opener.open(datagram, net::BodyUse::read, head, body), net::Opener::Verdict::ok);
    WorldUpdate update, messages;
    EXPECT_TRUE(update.ParseFromArray(head.data(), static_cast<int>(head.size())));
    EXPECT_EQ(update.messages_size(), 0) << "the head must have no messages";
    EXPECT_TRUE(messages.ParseFromArray(body.data(), static_cast<int>(body.size())));
    WorldUpdate nothing_else = messages;
    nothing_else.clear_messages();
    EXPECT_EQ(nothing_else.ByteSizeLong(), 0u) << "the body must have only messages";
    update.MergeFrom(messages);
    return update;
}

}  // namespace synchrono::testing
