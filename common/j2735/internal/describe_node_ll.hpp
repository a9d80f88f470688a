/// Descriptions of the types of common/j2735/node_ll.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_node.hpp"
#include "common/j2735/node_ll.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<NodeLl24b>) {
    using T = NodeLl24b;
    return sequence<T>(field<Range<-2048, 2047>>("lon", &T::lon), field<Range<-2048, 2047>>("lat", &T::lat));
}

constexpr auto describe(Type<NodeLl28b>) {
    using T = NodeLl28b;
    return sequence<T>(field<Range<-8192, 8191>>("lon", &T::lon), field<Range<-8192, 8191>>("lat", &T::lat));
}

constexpr auto describe(Type<NodeLl32b>) {
    using T = NodeLl32b;
    return sequence<T>(field<Range<-32768, 32767>>("lon", &T::lon),
                       field<Range<-32768, 32767>>("lat", &T::lat));
}

constexpr auto describe(Type<NodeLl36b>) {
    using T = NodeLl36b;
    return sequence<T>(field<Range<-131072, 131071>>("lon", &T::lon),
                       field<Range<-131072, 131071>>("lat", &T::lat));
}

constexpr auto describe(Type<NodeLl44b>) {
    using T = NodeLl44b;
    return sequence<T>(field<Range<-2097152, 2097151>>("lon", &T::lon),
                       field<Range<-2097152, 2097151>>("lat", &T::lat));
}

constexpr auto describe(Type<NodeLl48b>) {
    using T = NodeLl48b;
    return sequence<T>(field<Range<-8388608, 8388607>>("lon", &T::lon),
                       field<Range<-8388608, 8388607>>("lat", &T::lat));
}

constexpr auto describe(Type<NodeOffsetPointLl>) {
    return choice<NodeOffsetPointLl>(alternative("node-LL1"), alternative("node-LL2"),
                                     alternative("node-LL3"), alternative("node-LL4"),
                                     alternative("node-LL5"), alternative("node-LL6"),
                                     alternative("node-LatLon"), alternative("regional"));
}

constexpr auto describe(Type<NodeAttributeSetLl>) {
    using T = NodeAttributeSetLl;
    return extensible_sequence<T>(optional_list<Size<1, 8>>("localNode", &T::local_node),
                                  optional_list<Size<1, 8>>("disabled", &T::disabled),
                                  optional_list<Size<1, 8>>("enabled", &T::enabled),
                                  optional_list<Size<1, 8>>("data", &T::data),
                                  field<Range<-512, 511>>("dWidth", &T::d_width),
                                  field<Range<-512, 511>>("dElevation", &T::d_elevation),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<NodeLl>) {
    using T = NodeLl;
    return extensible_sequence<T>(field("delta", &T::delta), field("attributes", &T::attributes));
}

constexpr auto describe(Type<NodeListLl>) {
    return extensible_choice<NodeListLl>(alternative<Size<2, 63>>("nodes"));
}

}  // namespace synchrono::j2735::internal
