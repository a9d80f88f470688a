// Proves that a token is written to a file and read back, and that a file which others could have read or
// written, or which holds something else, is refused with its name and the reason.
#include "common/net/token.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace synchrono::net {
namespace {

namespace fs = std::filesystem;

struct TokenFile : testing::Test {
    TokenFile() {
        std::string pattern = (fs::temp_directory_path() / "token_test.XXXXXX").string();
        folder = ::mkdtemp(pattern.data());
        path = folder / "token";
    }
    ~TokenFile() override { fs::remove_all(folder); }

    void write(std::string_view text, ::mode_t mode = 0600) {
        fs::remove(path);
        std::ofstream(path) << text;
        ::chmod(path.c_str(), mode);
    }
    std::string refusal() {
        const auto token = read_token_file(path);
        return token ? "accepted" : token.error().text;
    }
    fs::path folder, path;
};

TEST_F(TokenFile, ContainsTheTokenForItsOwnerOnly) {
    const Token token = make_token();
    ASSERT_TRUE(write_token_file(path, token));
    const auto read = read_token_file(path);
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(*read, token);
    struct stat facts {};
    ASSERT_EQ(::stat(path.c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 07777, 0600u);
    EXPECT_EQ(facts.st_size, 65);
}

TEST_F(TokenFile, IsNeverOverwritten) {
    ASSERT_TRUE(write_token_file(path, make_token()));
    const auto again = write_token_file(path, make_token());
    ASSERT_FALSE(again);
    EXPECT_NE(again.error().text.find(path.string()), std::string::npos);

    const auto link = folder / "link";
    fs::create_symlink(folder / "elsewhere", link);
    EXPECT_FALSE(write_token_file(link, make_token()));
    EXPECT_FALSE(fs::exists(folder / "elsewhere"));
}

TEST_F(TokenFile, IsRefusedWhenOthersMayAccessIt) {
    const std::string line = std::string(64, 'a') + "\n";
    for (const ::mode_t mode : {0640u, 0604u, 0660u, 0620u, 0602u, 0610u, 0601u, 0644u, 0777u}) {
        write(line, mode);
        EXPECT_NE(refusal().find("other users may read or write it"), std::string::npos)
            << std::oct << mode << refusal();
        EXPECT_NE(refusal().find(path.string()), std::string::npos);
    }
    for (const ::mode_t mode : {0600u, 0400u, 0700u}) {
        write(line, mode);
        EXPECT_EQ(refusal(), "accepted") << std::oct << mode;
    }
}

TEST_F(TokenFile, IsRefusedWhenItBelongsToAnotherUser) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
    write(std::string(64, 'a') + "\n");
    ASSERT_EQ(::chown(path.c_str(), 12345, 12345), 0);
    EXPECT_NE(refusal().find("belongs to another user"), std::string::npos) << refusal();
}

TEST_F(TokenFile, IsRefusedWhenItIsNoFile) {
    EXPECT_NE(refusal().find("No such file"), std::string::npos) << refusal();
    fs::create_directory(path);
    ::chmod(path.c_str(), 0700);
    EXPECT_NE(refusal().find("not a regular file"), std::string::npos) << refusal();
    fs::remove(path);
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);  // reading it must not wait for a writer either
    EXPECT_NE(refusal().find("not a regular file"), std::string::npos) << refusal();
}

TEST_F(TokenFile, IsRefusedWhenItContainsNoToken) {
    const std::string digits(64, 'a');
    for (const std::string& text :
         {std::string(), digits, digits + "\n\n", digits + "a\n", digits.substr(1) + "\n",
          digits.substr(1) + "g\n", std::string(4000, 'a'), "\n" + digits}) {
        write(text);
        EXPECT_NE(refusal().find("64 hexadecimal digits"), std::string::npos) << text;
    }
}

TEST(Token, ComparesByContent) {
    const Token token = make_token();
    EXPECT_TRUE(equal(token, token));
    EXPECT_FALSE(equal(token, ByteView(token).first(31)));
    EXPECT_FALSE(equal(token, {}));
    for (std::size_t i = 0; i < token.size(); ++i) {
        Token other = token;
        other[i] ^= std::byte{1};
        EXPECT_FALSE(equal(token, other));
    }
    EXPECT_NE(make_token(), make_token());
    EXPECT_NE(make_session_key(), make_session_key());
}

}  // namespace
}  // namespace synchrono::net
