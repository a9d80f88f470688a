// Proves that an address chooses its transport by its beginning, that one without a name means datagrams, and
// that another kind is chosen by a row.
#include "client/transport/registry.hpp"

#include <gmock/gmock.h>

#include "tests/client/transport/fake_transport.hpp"

namespace synchrono::client {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> counters_of(const TransportFactory& factory) {
    std::vector<std::string> names;
    factory.each_counter([&](const CounterName& name, std::uint64_t) { names.emplace_back(name.text); });
    return names;
}

TransportSetup setup_for(std::string address) {
    return {.address = std::move(address),
            .client_name = "client",
            .scenario = {},
            .silence_max = {},
            .token = {}};
}

TEST(TransportRegistry, HasEachNameOnce) {
    std::vector<std::string_view> names;
    for (const TransportKind& kind : transport_kinds()) names.push_back(kind.name);
    EXPECT_THAT(names, ElementsAre("udp"));
}

TEST(TransportRegistry, AnAddressWithoutANameMeansDatagrams) {
    for (const char* const address : {"127.0.0.1:4000", "udp:127.0.0.1:4000"}) {
        const auto factory = make_transport_factory(setup_for(address));
        ASSERT_TRUE(factory) << factory.error().text;
        EXPECT_THAT(counters_of(**factory), Contains("link.datagrams"));
    }
}

TEST(TransportRegistry, AnAddressThatItsTransportCannotReadIsRefused) {
    for (const char* const address : {"nowhere", "udp:nowhere", "", ":"}) {
        const auto factory = make_transport_factory(setup_for(address));
        ASSERT_FALSE(factory) << address;
        EXPECT_EQ(factory.error().text.find('\n'), std::string::npos) << "one line";
    }
    EXPECT_THAT(make_transport_factory(setup_for("udp:nowhere")).error().text, HasSubstr("nowhere"));
}

TEST(TransportRegistry, AnotherKindIsARow) {
    static std::string told;
    const TransportKind fake{"fake",
                             [](const TransportSetup& setup) -> Result<std::unique_ptr<TransportFactory>> {
                                 told = setup.address;
                                 return std::make_unique<FakeTransports>();
                             }};
    const std::array kinds{transport_kinds().front(), fake};
    const auto factory = make_transport_factory(setup_for("fake:any:words"), kinds);
    ASSERT_TRUE(factory);
    EXPECT_EQ(told, "any:words");
    EXPECT_THAT(counters_of(**factory), ElementsAre("fake.published"));
    EXPECT_TRUE(make_transport_factory(setup_for("127.0.0.1:1"), kinds)) << "the others stay as they are";
    EXPECT_FALSE(make_transport_factory(setup_for("fakes:x"), kinds)) << "a longer name is another";
}

}  // namespace
}  // namespace synchrono::client
