#include "tools/radio/radio_tables.hpp"

#include <fmt/format.h>
#include <memory>
#include <span>
#include <sqlite3.h>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

#include "tools/radio/radio_messages.hpp"
#include "tools/radio/radio_names.hpp"
#include "tools/text/text.hpp"

namespace synchrono::tools::radio {
namespace {

namespace fs = std::filesystem;

/// Bytes, which are written as a BLOB to a database and in hexadecimal to text.
struct Blob {
    std::string_view bytes;
};
using Cell = std::variant<std::monostate, std::int64_t, float, double, std::string_view, Blob>;

struct Column {
    const char *name, *type;  // the type as in SQL
};
struct Table {
    const char* name;
    std::vector<Column> columns;
    const char* primary_key;           // its columns as in SQL; null: none
    std::vector<const char*> indices;  // the columns of each index
};

enum Tables : std::size_t { kStations, kMessages, kReceptions, kLoad, kLate, kTables };

const Table& table(std::size_t which) {
    static const Table kAll[kTables] = {
        {"stations",
         {{"station", "INTEGER"},
          {"name", "TEXT"},
          {"kind", "TEXT"},
          {"joined_ns", "INTEGER"},
          {"ended_ns", "INTEGER"}},
         "station",
         {}},
        {"messages",
         {{"message", "INTEGER"},
          {"sender", "INTEGER"},
          {"sequence", "INTEGER"},
          {"medium", "TEXT"},
          {"type", "INTEGER"},
          {"type_name", "TEXT"},
          {"bytes", "INTEGER"},
          {"sent_ns", "INTEGER"},
          {"x_m", "REAL"},
          {"y_m", "REAL"},
          {"z_m", "REAL"},
          {"on_air_ns", "INTEGER"},
          {"airtime_ns", "INTEGER"},
          {"not_sent", "TEXT"},
          {"payload", "BLOB"}},
         "message",
         {"sender, sequence", "sent_ns"}},
        {"receptions",
         {{"message", "INTEGER"},
          {"receiver", "INTEGER"},
          {"copy", "INTEGER"},
          {"outcome", "TEXT"},
          {"delay_ns", "INTEGER"},
          {"distance_m", "REAL"},
          {"power_dbm", "REAL"},
          {"altered_payload", "BLOB"}},
         "message, receiver, copy",
         {"receiver, message"}},
        {"load",
         {{"medium", "TEXT"},
          {"from_ns", "INTEGER"},
          {"until_ns", "INTEGER"},
          {"station", "INTEGER"},
          {"busy_ratio", "REAL"}},
         nullptr,
         {"station, from_ns"}},
        {"late",
         {{"receiver", "INTEGER"},
          {"sender", "INTEGER"},
          {"sequence", "INTEGER"},
          {"time_ns", "INTEGER"},
          {"seen_ns", "INTEGER"}},
         nullptr,
         {"sender, sequence"}},
    };
    return kAll[which];
}

/// Receives the rows of all tables. An error is kept and returned when the files are finished.
class Rows {
  public:
    virtual ~Rows() = default;
    virtual void add(Tables table, std::span<const Cell> cells) = 0;
};

std::int64_t integer(std::uint64_t value) { return static_cast<std::int64_t>(value); }

Result<TableCounts> fill(const fs::path& run, const RadioLog& log, const RadioFilter& filter, Rows& rows,
                         const std::function<void(std::uint64_t)>& progress) {
    TableCounts counts;
    const auto add = [&rows](Tables to, std::initializer_list<Cell> cells) {
        rows.add(to, {cells.begin(), cells.size()});
    };
    for (const auto& [number, station] : log.stations()) {
        const std::string kind = kind_name(station.kind);
        add(kStations, {std::int64_t{number}, std::string_view(station.name), std::string_view(kind),
                        station.joined.count_ns(), station.ended ? Cell(station.ended->count_ns()) : Cell()});
    }
    const auto message = [&](SimTime, const RadioTransmission& m) {
        if (!filter.wants(m)) return;
        const std::int64_t id = integer(++counts.messages);
        const std::string medium = medium_name(m.medium()), type = type_name(m.type()),
                          not_sent = not_sent_key(m.not_sent());
        add(kMessages, {id, std::int64_t{m.sender()}, integer(m.sequence()), std::string_view(medium),
                        std::int64_t{m.type()}, std::string_view(type), integer(m.payload().size()),
                        m.sent_ns(), m.x_m(), m.y_m(), m.z_m(), m.on_air() ? Cell(m.on_air_ns()) : Cell(),
                        m.on_air() ? Cell(m.airtime_ns()) : Cell(),
                        m.on_air() ? Cell() : Cell(std::string_view(not_sent)), Blob{m.payload()}});
        std::int64_t copy = 0;
        for (int i = 0; i < m.receiver_size(); ++i) {
            copy = i > 0 && m.receiver(i) == m.receiver(i - 1) ? copy + 1 : 0;
            if (filter.receiver() && m.receiver(i) != *filter.receiver()) continue;
            const int outcome = m.outcome(i);
            const std::string key = outcome_key(outcome);
            add(kReceptions, {id, std::int64_t{m.receiver(i)}, copy, std::string_view(key),
                              is_delivered(outcome) ? Cell(m.delay_ns(i)) : Cell(), m.distance_m(i),
                              m.power_dbm(i) == 0 ? Cell() : Cell(m.power_dbm(i)),
                              is_altered(m, i) ? Cell(Blob{payload_at(m, i)}) : Cell()});
            ++counts.receptions;
        }
    };
    const auto load = [&](Medium medium, SimTime, const RadioLoad& busy) {
        const std::string name = medium_name(medium);
        for (int i = 0; i < busy.station_size(); ++i) {
            add(kLoad, {std::string_view(name), busy.from_ns(), busy.until_ns(),
                        std::int64_t{busy.station(i)}, busy.busy_ratio(i)});
        }
    };
    if (auto visited = log.visit({.message = message, .load = load}, progress); !visited) {
        return tl::unexpected(visited.error());
    }
    auto visited = visit_late(run, [&](std::string_view receiver, const RadioLate& late) {
        const auto number = log.find_station(receiver);
        add(kLate, {number ? Cell(std::int64_t{*number}) : Cell(), std::int64_t{late.sender()},
                    integer(late.sequence()), late.time_ns(), late.seen_ns()});
    });
    if (!visited) return tl::unexpected(visited.error());
    return counts;
}

class CsvRows final : public Rows {
  public:
    explicit CsvRows(std::vector<text::NewFile>& files) : files_(files) {
        for (std::size_t i = 0; i < kTables; ++i) {
            std::string head;
            for (const Column& column : table(i).columns)
                head += (head.empty() ? "" : ",") + std::string(column.name);
            files_[i].write(head + "\n");
        }
    }
    void add(Tables to, std::span<const Cell> cells) override {
        line_.clear();
        for (const Cell& cell : cells) {
            if (&cell != cells.data()) line_ += ',';
            if (const auto* number = std::get_if<std::int64_t>(&cell)) {
                fmt::format_to(std::back_inserter(line_), "{}", *number);
            } else if (const auto* real = std::get_if<double>(&cell)) {
                fmt::format_to(std::back_inserter(line_), "{}", *real);
            } else if (const auto* single = std::get_if<float>(&cell)) {
                fmt::format_to(std::back_inserter(line_), "{}", *single);
            } else if (const auto* text = std::get_if<std::string_view>(&cell)) {
                line_ += text::csv_field(*text);
            } else if (const auto* blob = std::get_if<Blob>(&cell)) {
                line_ += text::hex_text(blob->bytes);
            }
        }
        line_ += '\n';
        files_[to].write(line_);
    }

  private:
    std::vector<text::NewFile>& files_;
    std::string line_;
};

struct CloseDatabase {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
struct Finalise {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

class SqliteRows final : public Rows {
  public:
    explicit SqliteRows(const fs::path& file) {
        sqlite3* database = nullptr;
        error_ = sqlite3_open(file.c_str(), &database);
        database_.reset(database);
        // The database needs no journal, because nobody sees the file before it is complete.
        run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
        for (std::size_t i = 0; i < kTables; ++i) {
            std::string columns, marks;
            for (const Column& column : table(i).columns) {
                columns += fmt::format("{}{} {}", columns.empty() ? "" : ", ", column.name, column.type);
                marks += marks.empty() ? "?" : ", ?";
            }
            const char* key = table(i).primary_key;
            run(fmt::format("CREATE TABLE {} ({}{}){}", table(i).name, columns,
                            key == nullptr ? "" : fmt::format(", PRIMARY KEY ({})", key),
                            i == kReceptions ? " WITHOUT ROWID" : ""));
            sqlite3_stmt* statement = nullptr;
            const std::string insert = fmt::format("INSERT INTO {} VALUES ({})", table(i).name, marks);
            if (error_ == SQLITE_OK) {
                error_ = sqlite3_prepare_v2(database_.get(), insert.c_str(), -1, &statement, nullptr);
            }
            inserts_[i].reset(statement);
        }
    }
    void add(Tables to, std::span<const Cell> cells) override {
        if (error_ != SQLITE_OK) return;
        sqlite3_stmt* insert = inserts_[to].get();
        int at = 0;
        for (const Cell& cell : cells) {
            ++at;
            if (const auto* number = std::get_if<std::int64_t>(&cell)) {
                sqlite3_bind_int64(insert, at, *number);
            } else if (const auto* real = std::get_if<double>(&cell)) {
                sqlite3_bind_double(insert, at, *real);
            } else if (const auto* single = std::get_if<float>(&cell)) {
                sqlite3_bind_double(insert, at, *single);
            } else if (const auto* text = std::get_if<std::string_view>(&cell)) {
                sqlite3_bind_text(insert, at, text->data(), static_cast<int>(text->size()), SQLITE_STATIC);
            } else if (const auto* blob = std::get_if<Blob>(&cell)) {
                sqlite3_bind_blob(insert, at, blob->bytes.data(), static_cast<int>(blob->bytes.size()),
                                  SQLITE_STATIC);
            } else {
                sqlite3_bind_null(insert, at);
            }
        }
        if (const int code = sqlite3_step(insert); code != SQLITE_DONE) error_ = code;
        sqlite3_reset(insert);
    }
    /// Creates the indices and closes the database. Returns the first error of all calls.
    Result<void> finish(const fs::path& file) {
        for (std::size_t i = 0; i < kTables; ++i) {
            inserts_[i].reset();
            int number = 0;
            for (const char* columns : table(i).indices) {
                run(fmt::format("CREATE INDEX {0}_{1} ON {0} ({2})", table(i).name, ++number, columns));
            }
        }
        run("COMMIT");
        if (error_ == SQLITE_OK) error_ = sqlite3_close(database_.release());
        if (error_ != SQLITE_OK)
            return fail(fmt::format("cannot write {}: {}", file.string(), sqlite3_errstr(error_)));
        return {};
    }

  private:
    void run(const std::string& sql) {
        if (error_ == SQLITE_OK)
            error_ = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
    }

    std::unique_ptr<sqlite3, CloseDatabase> database_;
    std::unique_ptr<sqlite3_stmt, Finalise> inserts_[kTables];
    int error_ = SQLITE_OK;
};

}  // namespace

Result<TableCounts> write_sqlite(const fs::path& run, const RadioLog& log, const RadioFilter& filter,
                                 text::NewFile& file, const std::function<void(std::uint64_t)>& progress) {
    SqliteRows rows(file.temporary_path());
    const auto counts = fill(run, log, filter, rows, progress);
    if (!counts) return counts;
    if (auto finished = rows.finish(file.temporary_path()); !finished)
        return tl::unexpected(finished.error());
    return counts;
}

Result<TableCounts> write_csv_tables(const fs::path& run, const RadioLog& log, const RadioFilter& filter,
                                     const fs::path& folder, text::Existing existing,
                                     const std::function<void(std::uint64_t)>& progress) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return fail(fmt::format("cannot make {}: {}", folder.string(), error.message()));
    std::vector<text::NewFile> files;
    files.reserve(kTables);
    for (std::size_t i = 0; i < kTables; ++i) {
        auto file = text::NewFile::open(folder / (std::string(table(i).name) + ".csv"), existing);
        if (!file) return tl::unexpected(file.error());
        files.push_back(std::move(*file));
    }
    CsvRows rows(files);
    const auto counts = fill(run, log, filter, rows, progress);
    if (!counts) return counts;
    for (text::NewFile& file : files) {
        if (auto committed = file.commit(); !committed) return tl::unexpected(committed.error());
    }
    return counts;
}

}  // namespace synchrono::tools::radio
