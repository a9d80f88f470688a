// Proves that an address selects its transport by the name before "://", that an address without a name means
// datagrams whatever its host is called, and that another transport is added by one row.
#include "client/transport/registry.hpp"

#include <gmock/gmock.h>
#include <set>

#include "tests/client/transport/fake_transport.hpp"

namespace synchrono::client::transport {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> counters_of(const TransportFactory& factory) {
    std::vector<std::string> names;
    factory.visit_counters([&](const CounterName& name, std::uint64_t) { names.emplace_back(name.text); });
    return names;
}

TransportSetup setup_for(std::string address) {
    return {.address = std::move(address), .scenario = {}, .server_limit = {}, .identity = {"client", {}}};
}

TEST(TransportRegistry, HasEachNameOnceAndDatagramsFirst) {
    std::set<std::string_view> names;
    for (const TransportKind& kind : transport_kinds()) {
        EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
        EXPECT_THAT(transport_names(), HasSubstr("'" + std::string(kind.name) + "'"));
    }
    EXPECT_EQ(transport_kinds().front().name, "udp");
}

TEST(TransportRegistry, AnAddressWithoutANameMeansDatagrams) {
    for (const char* const address : {"127.0.0.1:4000", "udp://127.0.0.1:4000"}) {
        const auto factory = make_transport_factory(setup_for(address));
        ASSERT_TRUE(factory) << factory.error().text;
        EXPECT_THAT(counters_of(**factory), Contains("link.datagrams"));
    }
}

TEST(TransportRegistry, AnUnreadableAddressIsRefused) {
    for (const char* const address :
         {"nowhere", "udp://nowhere", "udp://", "", ":", "://", "://127.0.0.1:4000"}) {
        const auto factory = make_transport_factory(setup_for(address));
        ASSERT_FALSE(factory) << address;
        EXPECT_EQ(factory.error().text.find('\n'), std::string::npos) << "one line";
    }
    EXPECT_THAT(make_transport_factory(setup_for("udp://nowhere")).error().text, HasSubstr("'nowhere'"));
}

TEST(TransportRegistry, AHostMayHaveTheNameOfATransport) {
    static std::string received_address;
    const std::array kinds{TransportKind{
        "localhost", [](const TransportSetup& setup) -> Result<std::unique_ptr<TransportFactory>> {
            received_address = setup.address;
            return std::make_unique<FakeTransports>();
        }}};
    for (const char* const address : {"localhost:9000", "localhost://localhost:9000"}) {
        received_address.clear();
        EXPECT_TRUE(make_transport_factory(setup_for(address), kinds));
        EXPECT_EQ(received_address, "localhost:9000");
    }
}

TEST(TransportRegistry, AnUnknownTransportIsRefused) {
    const auto factory = make_transport_factory(setup_for("udps://127.0.0.1:4000"));
    ASSERT_FALSE(factory) << "a longer name is a different one";
    EXPECT_EQ(factory.error().text,
              "address 'udps://127.0.0.1:4000': there is no transport 'udps', only " + transport_names());
}

TEST(TransportRegistry, ATransportIsAddedByARow) {
    static std::string received_address;
    const TransportKind fake{"fake",
                             [](const TransportSetup& setup) -> Result<std::unique_ptr<TransportFactory>> {
                                 received_address = setup.address;
                                 return std::make_unique<FakeTransports>();
                             }};
    const std::array kinds{transport_kinds().front(), fake};
    const auto factory = make_transport_factory(setup_for("fake://any:words"), kinds);
    ASSERT_TRUE(factory);
    EXPECT_EQ(received_address, "any:words");
    EXPECT_THAT(counters_of(**factory), ElementsAre("fake.published"));
    EXPECT_TRUE(make_transport_factory(setup_for("127.0.0.1:1"), kinds)) << "the others stay as they are";
}

}  // namespace
}  // namespace synchrono::client::transport
