#include "engine/cli/common/command_line.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <limits>
#include <new>
#include <set>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/print.h"
#include "engine/replay_page/embedded_files.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/text.h"

namespace marblemaze {

namespace {

namespace fs = std::filesystem;

/// Returns true if both names refer to the same existing file. A standard stream refers to the file
/// to which it is redirected.
bool is_input(const std::string& output, const std::string& input) {
  std::error_code ignored;
  return fs::equivalent(output, is_standard_stream(input) ? "/dev/stdin" : input, ignored);
}

/// Returns true if both names refer to the same file, which need not exist.
bool same_file(const std::string& a, const std::string& b) {
  if (a.empty() || is_standard_stream(a) || is_standard_stream(b)) return !a.empty() && a == b;
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) ||
         fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored);
}

[[noreturn]] void reject(const NamedFile& file, const std::string& expected) {
  throw BadInput(file.flag, "'" + file.path + "'", expected);
}

void expect_no_input(const NamedFile& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs)
    if (is_input(output.path, input)) reject(output, "a file other than the input file");
}

void expect_folder(const NamedFile& output) {
  std::error_code ignored;
  const fs::path folder = fs::path(output.path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored))
    reject(output, "a file in an existing folder");
  if (fs::is_directory(output.path, ignored)) reject(output, "a file, not a folder");
  require_writable(output.path);
}

/// Returns the files named by the options of this type, including default values.
std::vector<NamedFile> files_of(CLI::App& command, const std::string& type) {
  std::vector<NamedFile> files;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_type_name().starts_with(type)) continue;
    const std::string flag = option->get_name();
    for (const std::string& path : option->results()) files.push_back({flag, path});
    if (option->count() == 0) files.push_back({flag, option->get_default_str()});
  }
  return files;
}

}  // namespace

void check_outputs(const std::vector<std::string>& inputs, const std::vector<NamedFile>& outputs) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    if (output->path.empty()) continue;
    if (!is_standard_stream(output->path)) {
      expect_folder(*output);
      expect_no_input(*output, inputs);
    }
    for (auto other = outputs.begin(); other != output; ++other)
      if (same_file(output->path, other->path))
        reject(*output, "a file other than that of " + other->flag);
  }
}

void check_files(CLI::App& command) {
  std::vector<std::string> inputs;
  for (const NamedFile& file : files_of(command, kInput)) inputs.push_back(file.path);
  for (const NamedFile& file : files_of(command, kDatabase)) expect_no_input(file, inputs);
  for (const NamedFile& file : files_of(command, kDatabase)) inputs.push_back(file.path);
  check_outputs(inputs, files_of(command, kOutput));
}

void require_output_free(const NamedFile& output, bool printed, const std::string& by) {
  if (printed && is_standard_stream(output.path))
    reject(output, "a file, because standard output is used by " + by);
}

namespace {

bool takes_value(const CLI::Option& option) { return option.get_expected_min() > 0; }

/// Help formatter that omits which options an option needs and excludes.
class ShortHelp : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string text = CLI::Formatter::make_option_opts(option);
    return text.substr(0, std::min(text.find(" Needs:"), text.find(" Excludes:")));
  }
};

// ---- values

std::string rejected(const std::string& value, const std::string& expected) {
  return fmt::format("'{}': expected {}", value, expected);
}

template <class Number>
CLI::Validator range(Number low, Number high, const std::string& expected) {
  return {[=](const std::string& text) {
            const auto value = parse_number<Number>(text);
            return value && *value >= low && *value <= high ? std::string()
                                                            : rejected(text, expected);
          },
          ""};
}

/// Checks that a number has the type of the option. CLI11 alone would accept -1 as an unsigned
/// number, and "inf" and "nan" as numbers.
CLI::Validator number_of(const std::string& type) {
  if (type.starts_with("UINT"))
    return range<std::uint64_t>(0, UINT64_MAX, fmt::format("an integer from 0 to {}", UINT64_MAX));
  if (type.starts_with("INT"))
    return range(-kLargestInteger, kLargestInteger,
                 fmt::format("an integer, at most {}", kLargestInteger));
  return range(std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max(),
               "a number");
}

/// Changes "+7" and "007" to "7", because CLI11 would read 010 as octal 8.
void make_decimal(std::string& text) {
  if (text.starts_with('+')) text.erase(0, 1);
  if (const auto number = parse_number<std::int64_t>(text)) text = std::to_string(*number);
}

/// Adds checks to all options. The checks reject empty values, which usually come from unset shell
/// variables, and option names as values, which usually mean a forgotten value. Also removes
/// defaults that mean "no value" from the help text.
void check_values(CLI::App& app) {
  std::set<std::string> flags;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) flags.insert("--" + name);
  for (CLI::Option* option : app.get_options()) {
    if (!takes_value(*option)) continue;
    const std::string shown = option->get_default_str(), type = option->get_type_name();
    if (shown == "[]" || shown == "0" || shown == "-1") option->default_str("");
    const bool number =
        type.starts_with("UINT") || type.starts_with("INT") || type.starts_with("FLOAT");
    if (number) option->check(number_of(type));
    const auto clean = [flags, number](std::string& text) {
      if (text.empty()) return rejected(text, "a non-empty value");
      if (flags.contains(text)) return rejected(text, "a value, not another option");
      if (number) make_decimal(text);
      return std::string();
    };
    option->transform(CLI::Validator(clean, ""));
  }
  for (CLI::App* command : app.get_subcommands({})) check_values(*command);
}

// ---- --command-tree

Json description_of(const CLI::Option& option) {
  Json names = Json::array();
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return {{"name", option.get_single_name()},
          {"names", std::move(names)},
          {"about", option.get_description()},
          {"type", takes_value(option) ? option.get_type_name() : ""},
          {"several", option.get_expected_max() > 1},
          {"required", option.get_required()},
          {"default", option.get_default_str()},
          {"heading", option.get_group()}};
}

Json description_of(const CLI::App& app) {
  Json options = Json::array(), commands = Json::array();
  for (const CLI::Option* option : app.get_options()) options.push_back(description_of(*option));
  for (const CLI::App* command : app.get_subcommands({}))
    commands.push_back(description_of(*command));
  return {{"name", app.get_name()},        {"about", app.get_description()},
          {"footer", app.get_footer()},    {"takes_the_rest", app.get_prefix_command()},
          {"options", std::move(options)}, {"commands", std::move(commands)}};
}

void add_text_flag(CLI::App& app, const std::string& name, const std::string& about,
                   const std::function<std::string()>& text) {
  app.add_flag_callback(
      name, [text] { throw CLI::CallForVersion(text(), 0); }, about);
}

// ---- the command line

/// Opens /dev/null in place of every closed standard stream (`<&-`), so that no other file gets its
/// descriptor. Reading and writing such a stream fails, except that error messages are discarded.
void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 &&  // open() returns the lowest free descriptor
        open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY) != stream)
      throw MachineFailure("cannot open /dev/null in place of a closed standard stream");
}

/// Throws MachineFailure if any output was lost, now or in an earlier flush.
void flush_standard_output() {
  std::cout.flush();
  // A failed flush discards its bytes, so a later flush succeeds, and only ferror() still reports
  // the failure.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout)
    throw MachineFailure("cannot write the output: is the disk full?");
}

const CLI::App& last_command(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return commands.empty() ? app : last_command(*commands.back());
}

std::string full_name(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  return (parent == nullptr ? "" : full_name(*parent) + " ") + command.get_name();
}

std::pair<std::string, std::string> parts_of_message(const std::string& text,
                                                     const std::string& separator) {
  const auto place = text.find(separator);
  if (place == text.npos) return {text, ""};
  return {text.substr(0, place), text.substr(place + separator.size())};
}

std::string message_of(const CLI::ParseError& error, const CLI::App& command) {
  std::string text = error.what();
  const std::vector<std::string> left_over = command.remaining();
  const auto commands = command.get_subcommands({});
  auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
  // CLI11 may have taken the value of an unknown option as a positional argument that excludes
  // other options.
  if (kind == CLI::ExitCodes::ExcludesError && !left_over.empty())
    kind = CLI::ExitCodes::ExtrasError;
  switch (kind) {
    case CLI::ExitCodes::RequiredError:
      if (commands.empty()) return text;
      return fmt::format(
          "{} {}: expected one of {}",
          command.get_parent() == nullptr ? "command" : command.get_name(),
          left_over.empty() ? "missing" : "'" + left_over.front() + "'",
          join_mapped(commands, ", ", [](const auto* sub) { return sub->get_name(); }));
    case CLI::ExitCodes::ExtrasError:
      return fmt::format("unexpected argument{} '{}'", left_over.size() > 1 ? "s" : "",
                         fmt::join(left_over, "' '"));
    case CLI::ExitCodes::ValidationError: {
      const auto [option, rejection] = parts_of_message(text, ": ");
      return option + " " + rejection;
    }
    case CLI::ExitCodes::ConversionError: {  // check_values() rejects bad numbers
      const auto [flag, value] = parts_of_message(parts_of_message(text, ": ").second, " = ");
      return flag + " " + rejected(value, "true, false or no value");
    }
    case CLI::ExitCodes::ArgumentMismatch: {
      const std::string name = parts_of_message(text, ": ").first;
      const CLI::Option* const option = command.get_option_no_throw(name);
      if (option && option->get_items_expected_min() > 1)
        return fmt::format("{}: expected {} values", name, option->get_items_expected_min());
      return name +
             (text.ends_with("missing") ? ": expected a value" : " was given more than once");
    }
    case CLI::ExitCodes::ExcludesError: {
      const auto [one, other] = parts_of_message(text, " excludes ");
      return one + " cannot be combined with " + other;
    }
    default: return text;
  }
}

/// Requires: an exception is being handled.
Exit report_error(const CLI::App& app) {
  const auto print = [&](const std::string& what) {
    print_error("{}: {}\n", app.get_name(), message_line(what));
  };
  try {
    throw;
  } catch (const BadInput& error) {
    print(error.what());
    return Exit::bad_input;
  } catch (const std::bad_alloc&) {
    print(last_read_file.empty() ? "out of memory"
                                 : "out of memory while reading the file '" + last_read_file + "'");
  } catch (const std::exception& error) {
    print(error.what());
  } catch (const Interrupted&) {
    end_by_signal();
  }
  return Exit::machine_failed;
}

Exit parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError& ended) {
    flush_standard_output();
    return static_cast<Exit>(ended.get_exit_code());
  } catch (const CLI::Success& help) {
    app.exit(help);
  } catch (const CLI::ParseError& error) {
    const CLI::App& command = last_command(app);
    throw BadInput(
        fmt::format("{} (see {} --help)", message_of(error, command), full_name(command)));
  }
  flush_standard_output();
  return Exit::done;
}

}  // namespace

std::unique_ptr<CLI::App> make_program(const std::string& name, const std::string& about) {
  auto app = std::make_unique<CLI::App>(about, name);
  app->option_defaults()->always_capture_default();
  app->formatter(std::make_shared<ShortHelp>());
  return app;
}

CLI::Validator within(int low, int high) {
  return range(low, high, fmt::format("an integer from {} to {}", low, high));
}
CLI::Validator within(double low, double high) {
  return range(low, high, fmt::format("a number from {} to {}", low, high));
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  return {[words](const std::string& text) {
            return std::ranges::count(words, text) > 0
                       ? std::string()
                       : rejected(text, fmt::format("one of {}", fmt::join(words, ", ")));
          },
          fmt::format("{{{}}}", fmt::join(words, ","))};
}

void exclude_each_other(const std::vector<CLI::Option*>& options) {
  for (auto one = options.begin(); one != options.end(); ++one)
    for (auto other = options.begin(); other != one; ++other) (*one)->excludes(*other);
}

void set_action(CLI::App& command, const std::function<Exit()>& run) {
  command.callback([&command, run] {
    check_files(command);
    if (const Exit exit = run(); exit != Exit::done)
      throw CLI::RuntimeError(static_cast<int>(exit));
  });
}

Exit print_output(const Output& output, bool json, const std::string& file) {
  const std::string content = json ? output.document.dump() + "\n" : output.text;
  if (file.empty())
    print_out("{}", content);
  else
    write_text_file(file, content);
  if (!output.error_line.empty()) print_error("{}\n", output.error_line);
  return output.reached ? Exit::done : Exit::not_reached;
}

void set_output_action(CLI::App& command, const std::function<Output()>& find) {
  auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "Print one JSON document");
  set_action(command, [json, find] { return print_output(find(), *json); });
}

Exit run_command_line(CLI::App& app, const std::string& version, int argc, char** argv) {
  app.set_version_flag("--version", app.get_name() + " " + version, "Print the version");
  add_text_flag(app, "--licences",
                "Print the licences of all linked, embedded and bundled software",
                [] { return std::string(embedded_file("THIRD-PARTY")); });
  add_text_flag(app, "--command-tree", "Print all commands and options as JSON, for tools",
                [&app] { return description_of(app).dump(); });
  check_values(app);
  try {
    open_standard_streams();
    return parse(app, argc, argv);
  } catch (...) {
    std::cout.flush();
    std::fflush(stdout);
    if (is_embedded()) throw;  // the caller of mm_run_command() reports the error
    return report_error(app);
  }
}

}  // namespace marblemaze
