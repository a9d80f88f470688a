#include "common/config/credentials.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <json/writer.h>
#include <map>
#include <set>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"
#include "common/config/arguments.hpp"
#include "common/config/internal/form.hpp"

namespace synchrono::config {
namespace {

constexpr std::size_t kFileBytesMax = 16 << 20;

class File {
  public:
    explicit File(int descriptor) : descriptor_(descriptor) {}
    ~File() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    int get() const { return descriptor_; }

  private:
    int descriptor_;
};

auto failure(const std::filesystem::path& path, std::string_view why) {
    return fail(fmt::format("credentials {}: {}", path.string(), why));
}

/// Returns the whole content of a file that only its owner can read.
Result<std::string> read_private_file(const std::filesystem::path& path) {
    // The file is opened without blocking, because someone may have put a pipe there.
    const File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0) return failure(path, std::strerror(errno));
    struct stat facts {};
    if (::fstat(file.get(), &facts) != 0) return failure(path, std::strerror(errno));
    if (!S_ISREG(facts.st_mode)) return failure(path, "not a regular file");
    if (facts.st_uid != ::geteuid()) return failure(path, "belongs to another user");
    if ((facts.st_mode & 077) != 0) {
        return failure(path,
                       fmt::format("other users may read or write it (mode {:04o}); run chmod 600 on it",
                                   facts.st_mode & 07777));
    }
    std::string text;
    std::array<char, 4096> chunk;
    for (;;) {
        const auto size = ::read(file.get(), chunk.data(), chunk.size());
        if (size < 0) return failure(path, std::strerror(errno));
        if (size == 0) return text;
        text.append(chunk.data(), static_cast<std::size_t>(size));
        if (text.size() > kFileBytesMax) return failure(path, "longer than 16 MiB");
    }
}

std::string to_hex(const Secret& secret) {
    std::array<char, 2 * sizeof(Secret) + 1> text;
    sodium_bin2hex(text.data(), text.size(), reinterpret_cast<const unsigned char*>(secret.data()),
                   secret.size());
    return text.data();
}

bool read_secret(const JsonNode& node, Secret& secret) {
    std::string text;
    if (!node.read(text)) return false;
    std::size_t size = 0;
    const bool whole = text.size() == 2 * sizeof(Secret) &&
                       sodium_hex2bin(reinterpret_cast<unsigned char*>(secret.data()), secret.size(),
                                      text.data(), text.size(), nullptr, &size, nullptr) == 0 &&
                       size == secret.size();
    // The text is not part of the error, because it may be a secret with a slip in it.
    return whole || node.problem("expected 64 hexadecimal digits");
}

struct CredentialsFile {
    Credentials credentials;
};

/// Returns which two credentials cannot be told apart, or an empty text. A name is proved by its secret
/// alone, so holders of the same secret could take each other's name.
std::string twins_in(std::span<const Credential> credentials) {
    std::set<std::string_view> names;
    std::map<Secret, std::string_view> secrets;
    for (const Credential& one : credentials) {
        if (!names.insert(one.name).second) return fmt::format("two credentials are named '{}'", one.name);
        if (const auto [other, is_new] = secrets.emplace(one.secret, one.name); !is_new)
            return fmt::format("the credentials '{}' and '{}' have the same secret", other->second, one.name);
    }
    return {};
}

}  // namespace

template <typename Form>
static void describe(Form& form, Credential& credential, const std::size_t& agent_count) {
    form.name("name", credential.name);
    form.own(
        "secret", [&](const JsonNode& node) { read_secret(node, credential.secret); },
        [&] { return std::optional(Json::Value(to_hex(credential.secret))); }, Need::required);
    form.own(
        "agents",
        [&](const JsonNode& node) {
            std::string text;
            if (!node.read(text)) return;
            auto agents = parse_agents(text, agent_count);
            if (agents) {
                credential.agents = std::move(*agents);
            } else {
                node.problem(agents.error().text);
            }
        },
        [&] {
            return credential.agents.empty() ? std::nullopt
                                             : std::optional(Json::Value(to_text(credential.agents)));
        });
    form.flag("watch", credential.watch);
    form.flag("started_by_run", credential.started_by_run);
    const auto radio = form.flag("radio", credential.radio);
    if (radio && credential.radio && (credential.watch || !credential.agents.empty()))
        radio->problem("the communication server has no agents and does not watch");
}

template <typename Form>
static void describe(Form& form, CredentialsFile& file, const std::size_t& agent_count) {
    const auto node = form.objects("credentials", file.credentials, Count{1, limits::kClientsMax},
                                   Need::required, agent_count);
    if (!node) return;
    if (const std::string wrong = twins_in(file.credentials); !wrong.empty()) node->problem(wrong);
}

std::string objection_to_agents(std::span<const Credential> credentials, std::string_view name,
                                std::span<const std::uint32_t> agents) {
    const Credential* credential = find_credential(credentials, name);
    if (credential == nullptr) return "the client has no credential of this run";
    if (agents.empty() && !credential->watch)
        return fmt::format("the credential '{}' does not allow to join without agents", name);
    for (const std::uint32_t agent : agents) {
        if (!credential->owns(AgentId{agent}))
            return fmt::format("agent {} is not among those of the credential '{}'", agent, name);
    }
    return {};
}

std::string objection_to_missing(const Scenario& scenario, std::span<const Credential> credentials) {
    std::vector<AgentId> missing;
    for (const AgentSpec& agent : scenario.agents) {
        if (std::none_of(credentials.begin(), credentials.end(),
                         [&](const Credential& own) { return own.owns(agent.id); }))
            missing.push_back(agent.id);
    }
    if (missing.empty()) return "";
    return fmt::format(
        "no credential allows the agents {} of the scenario; expected the file with the credentials "
        "of all clients",
        to_text(missing));
}

std::optional<double> least_rate(const Scenario& scenario, std::span<const Credential> credentials,
                                 std::string_view name) {
    const Credential* credential = find_credential(credentials, name);
    if (scenario.least_rate || (credential != nullptr && credential->started_by_run))
        return scenario.least_rate;
    return limits::kLeastRateExternal;
}

const Credential* radio_credential(std::span<const Credential> credentials) {
    const auto at =
        std::find_if(credentials.begin(), credentials.end(), [](const Credential& one) { return one.radio; });
    return at == credentials.end() ? nullptr : &*at;
}

void require_agents_below(std::span<const Credential> credentials, std::size_t agent_count) {
    for (const Credential& credential : credentials)
        SYN_REQUIRE(credential.agents.empty() || credential.agents.back().value < agent_count);
}

bool Credential::owns(AgentId agent) const { return std::binary_search(agents.begin(), agents.end(), agent); }

const Credential* find_credential(std::span<const Credential> credentials, std::string_view name) {
    const auto at = std::find_if(credentials.begin(), credentials.end(),
                                 [name](const Credential& one) { return one.name == name; });
    return at == credentials.end() ? nullptr : &*at;
}

const Secret* find_secret(std::span<const Credential> credentials, std::string_view name) {
    const Credential* credential = find_credential(credentials, name);
    return credential == nullptr ? nullptr : &credential->secret;
}

Result<Credentials> load_credentials(const std::filesystem::path& file, std::size_t agent_count) {
    const auto text = read_private_file(file);
    if (!text) return tl::unexpected(text.error());
    Diagnostics diagnostics;
    const auto json = JsonText::parse(*text, file.string(), diagnostics);
    CredentialsFile content;
    if (json) FormReader::read(JsonNode(*json), content, agent_count);
    if (!diagnostics.empty()) return tl::unexpected(diagnostics.error());
    return std::move(content.credentials);
}

Result<Credential> load_own_credential(const std::filesystem::path& file, std::size_t agent_count) {
    auto credentials = load_credentials(file, agent_count);
    if (!credentials) return tl::unexpected(credentials.error());
    if (credentials->size() != 1)
        return failure(file,
                       fmt::format("expected one credential, the client's own, not {}", credentials->size()));
    return std::move(credentials->front());
}

Result<void> write_credentials(const std::filesystem::path& path, std::span<const Credential> credentials) {
    for (const Credential& credential : credentials) {
        if (const std::string wrong = check_name(credential.name); !wrong.empty())
            return failure(path, fmt::format("{} is not a name: {}",
                                             Json::valueToQuotedString(credential.name.c_str()), wrong));
    }
    if (const std::string wrong = twins_in(credentials); !wrong.empty()) return failure(path, wrong);
    CredentialsFile content{{credentials.begin(), credentials.end()}};
    const std::size_t agent_count = limits::kAgentsMax;
    const std::string text = write_lines(FormWriter::write(content, agent_count));
    // The file is created with its final rights, and only if it is new, so that no other user can have opened
    // it at any time.
    const File file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (file.get() < 0) return failure(path, std::strerror(errno));
    std::size_t written = 0;
    while (written < text.size()) {
        const auto size = ::write(file.get(), text.data() + written, text.size() - written);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) {
            const int error = size < 0 ? errno : ENOSPC;
            ::unlink(path.c_str());
            return failure(path, std::strerror(error));
        }
        written += static_cast<std::size_t>(size);
    }
    return {};
}

}  // namespace synchrono::config
