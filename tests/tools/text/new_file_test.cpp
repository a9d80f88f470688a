// Proves that a file gets its name only when it is whole, that an existing file is kept unless the caller
// wants it replaced, and that errors are returned.
#include "tools/text/new_file.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

#include "tests/support/radio_run.hpp"

namespace synchrono::tools::text {
namespace {

using ::testing::HasSubstr;

class NewFiles : public testing::RadioRuns {
  protected:
    std::string text(const std::filesystem::path& file) {
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        return text.str();
    }
    std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(root_), std::filesystem::directory_iterator()));
    }
};

TEST_F(NewFiles, HasItsNameOnceCommitted) {
    auto file = NewFile::open(root_ / "a", Existing::keep);
    ASSERT_TRUE(file) << file.error().text;
    file->write("some ");
    file->write(as_byte_view("bytes"));
    EXPECT_FALSE(std::filesystem::exists(root_ / "a"));
    ASSERT_TRUE(file->commit());
    EXPECT_EQ(text(root_ / "a"), "some bytes");
    EXPECT_EQ(files(), 1U);
}

TEST_F(NewFiles, GoesOnAfterItWasClosedForNow) {
    auto file = NewFile::open(root_ / "a", Existing::keep);
    ASSERT_TRUE(file);
    file->write("one ");
    file->close_for_now();
    file->close_for_now();
    EXPECT_EQ(text(file->temporary_path()), "one ");
    file->write("two ");
    file->write("three");
    file->close_for_now();
    ASSERT_TRUE(file->commit());
    EXPECT_EQ(text(root_ / "a"), "one two three");
    EXPECT_EQ(files(), 1U);
}

TEST_F(NewFiles, FailsWhenItsPartWasRemovedMeanwhile) {
    auto file = NewFile::open(root_ / "a", Existing::keep);
    ASSERT_TRUE(file);
    file->write("one ");
    file->close_for_now();
    std::filesystem::remove(file->temporary_path());
    file->write("two");
    const auto committed = file->commit();
    ASSERT_FALSE(committed);
    EXPECT_THAT(committed.error().text, HasSubstr("cannot write " + (root_ / "a").string()));
    EXPECT_EQ(files(), 0U);
}

TEST_F(NewFiles, IsRemovedUnlessItIsCommitted) {
    {
        auto file = NewFile::open(root_ / "a", Existing::keep);
        ASSERT_TRUE(file);
        file->write("half");
        file->close_for_now();
        const NewFile moved = std::move(*file);
        EXPECT_EQ(files(), 1U);
    }
    EXPECT_EQ(files(), 0U);
}

TEST_F(NewFiles, KeepsAnExistingFile) {
    std::ofstream(root_ / "a") << "old";
    const auto refused = NewFile::open(root_ / "a", Existing::keep);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, (root_ / "a").string() + " exists already; use --force to replace it");
    // A file with the name may also appear between open() and commit().
    auto late = NewFile::open(root_ / "b", Existing::keep);
    ASSERT_TRUE(late);
    std::ofstream(root_ / "b") << "meanwhile";
    const auto committed = late->commit();
    ASSERT_FALSE(committed);
    EXPECT_THAT(committed.error().text, HasSubstr("exists"));
    EXPECT_EQ(text(root_ / "a"), "old");
    EXPECT_EQ(text(root_ / "b"), "meanwhile");
    EXPECT_EQ(files(), 2U);
}

TEST_F(NewFiles, ReplacesAnExistingFileWhenAsked) {
    std::ofstream(root_ / "a") << "old";
    std::ofstream(root_ / "a.part") << "of an interrupted one";
    auto file = NewFile::open(root_ / "a", Existing::replace);
    ASSERT_TRUE(file) << file.error().text;
    file->write("new");
    EXPECT_EQ(text(root_ / "a"), "old");
    ASSERT_TRUE(file->commit());
    EXPECT_EQ(text(root_ / "a"), "new");
    EXPECT_EQ(files(), 1U);
}

TEST_F(NewFiles, RefusesFoldersAndMissingFolders) {
    for (const Existing existing : {Existing::keep, Existing::replace}) {
        EXPECT_FALSE(NewFile::open(root_, existing));
        const auto nowhere = NewFile::open(root_ / "no" / "where", existing);
        ASSERT_FALSE(nowhere);
        EXPECT_THAT(nowhere.error().text, HasSubstr("cannot write"));
    }
}

}  // namespace
}  // namespace synchrono::tools::text
