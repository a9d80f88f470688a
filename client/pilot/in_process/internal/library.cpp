#include "client/pilot/in_process/internal/library.hpp"

#include <cstdint>
#include <dlfcn.h>
#include <fmt/format.h>
#include <string>
#include <system_error>

namespace synchrono::client::pilot::internal {
Result<Library> open_library(const std::filesystem::path& file, WallDuration limit) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return fail(fmt::format("{}: there is no such file", file.string()));
    Guard guard({});
    void* handle = nullptr;
    bool threw = false;
    const auto opened = guard.run(limit, [&] {
        try {
            handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
        } catch (...) {
            threw = true;
        }
    });
    if (opened || threw) {
        return fail(fmt::format("{}: while it was loaded, {}", file.string(),
                                opened ? opened.to_text() : "it threw an exception"));
    }
    if (handle == nullptr) {
        const char* why = dlerror();  // its text names the file
        return fail(fmt::format("cannot be loaded: {}", why != nullptr ? why : file.string()));
    }
    const char* missing = nullptr;
    const auto find = [&]<typename Function>(const char* name, Function& function) {
        function = reinterpret_cast<Function>(dlsym(handle, name));
        if (function == nullptr && missing == nullptr) missing = name;
    };
    Library library;
    library.code = code_of(handle);
    decltype(&syn_pilot_abi_version) abi_version = nullptr;
    find("syn_pilot_abi_version", abi_version);
    if (abi_version != nullptr) {
        // The version is checked first: a library of another version may not even have the other functions.
        std::uint32_t version = 0;
        const auto asked = guard.run(limit, [&] {
            try {
                version = abi_version();
            } catch (...) {
                threw = true;
            }
        });
        if (asked || threw) {
            return fail(fmt::format("{}: while it was asked for its version, {}", file.string(),
                                    asked ? asked.to_text() : "it threw an exception"));
        }
        if (version != SYN_PILOT_ABI_VERSION)
            return fail(fmt::format("{}: is built for version {} of the pilot interface, this program has {}",
                                    file.string(), version, SYN_PILOT_ABI_VERSION));
    }
    find("syn_pilot_create", library.create);
    find("syn_pilot_step", library.step);
    find("syn_pilot_destroy", library.destroy);
    if (missing != nullptr)
        return fail(fmt::format("{}: is not a pilot: it does not export {}", file.string(), missing));
    return library;
}

}  // namespace synchrono::client::pilot::internal
