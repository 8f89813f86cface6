#include "engine/cli/common/command.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <iostream>
#include <new>
#include <set>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "agent/contracts/planner.h"
#include "agent/control/free_controller.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/numbers.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "engine/replay_page/embedded_files.h"
#include "engine/run/families/world_registry.h"
#include "engine/world/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"

namespace marblemaze {
namespace {

/// What CLI11 gets for an empty word. It would take one that no option wants for the name of an
/// option group, which has none, and then read what follows without end.
constexpr const char* kEmptyWord = "''";

/// CommandOption::File, for tools.
constexpr std::string_view kFileWords[] = {"", "named", "read", "written", "added to"};

std::string as_typed(const std::string& word) { return word == kEmptyWord ? "" : word; }

/// Whatever is opened later would take the number of a standard stream that was closed (`<&-`), and
/// what is meant for the one would go to the other. Nothing can be read from these or written to
/// them, as from those that are closed; only complaints are dropped in silence.
void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 &&  // then it is the lowest number that is free
        open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY) != stream)
      throw MachineFailure("cannot open /dev/null in place of a closed standard stream");
}

/// CLI11 prefers several lines; a user of a pipeline gets one.
std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

/// CLI11 would only say that a command is required. `depth`: of commands within commands.
void require_known_command(const Command& command, int depth, int argc, char** argv) {
  const std::string word = argc < depth + 2 ? "--help" : argv[depth + 1];
  for (const char* flag : {"-h", "--help", "--version", "--licences", "--command-tree"})
    if (word == flag) return;
  std::string known;
  for (const auto& sub : command.subcommands()) {
    if (sub->name().empty()) continue;
    if (sub->name() == word) return require_known_command(*sub, depth + 1, argc, argv);
    known += (known.empty() ? "" : ", ") + sub->name();
  }
  if (known.empty()) return;
  throw BadInput(depth == 0 ? "command" : command.name(), "'" + word + "'", "one of " + known);
}

/// A script's unset variable would otherwise count as nothing given, and the command do something
/// else; and an option whose value was forgotten would take the next option for it. `flags`: of the
/// command that a group of options belongs to.
void refuse_values_that_are_none(const Command& command, std::set<std::string> flags = {}) {
  std::vector<const CommandOption*> all;
  command.list_options(all);
  for (const CommandOption* option : all) flags.insert(option->flag());
  for (const auto& option : command.options())
    if (option->takes_value())
      option->check([name = option->name(), flags](const std::string& text) {
        if (text.empty()) throw BadInput(name, "''", "a value that is not empty");
        if (text.starts_with("--") && flags.contains(text))
          throw BadInput(name, "'" + text + "'", "a value, and not another option");
      });
  for (const auto& sub : command.subcommands())
    refuse_values_that_are_none(*sub, sub->name().empty() ? flags : std::set<std::string>());
}

/// In the variable of an option that is not given.
bool stands_for_nothing(const std::string& value) {
  return value == "[]" || value == "0" || value == "-1";
}

/// The option of this name, which is there.
template <class Options>
auto named(const std::string& name, const Options& options) {
  const auto found = std::ranges::find(options, name, &CommandOption::name);
  assert(found != options.end());
  return &**found;
}

// ---- what a shell may complete options to

using Values = std::vector<std::string>;

Values agents() {
  Values names;
  for (const PlannerEntry& entry : planners().built_in()) names.emplace_back(entry.name);
  return names;
}

/// The viewer, which has no name as a command, shows every world.
Values worlds(const std::string& command) {
  Values names;
  for (const MarbleWorldKind& kind : marble_world_kinds()) names.emplace_back(kind.name);
  if (command == "marblemaze-viewer")
    for (const WorldEntry& entry : world_registry())
      if (std::ranges::count(names, entry.name) == 0) names.emplace_back(entry.name);
  return names;
}

/// With --free an agent is a controller.
Values agents_of(const Command& program) {
  Values names = agents();
  for (const auto& option : program.options())
    if (option->name() == "free")
      for (const FreeControllerEntry& entry : free_controllers().built_in())
        names.emplace_back(entry.name);
  return names;
}

Values known_values(const std::string& command, const std::string& option) {
  if (option == "beside") return agents();
  if (option == "world" || option == "model") return worlds(command);
  if (option == "orientations" || option == "beside-orientations") return {"4", "8", "24"};
  if (option == "layers") return {"all", "outer", "flat"};
  if (option == "suite" || option == "against") return {"thesis"};
  return {};
}

/// Offers agents, worlds and control schemes by the names of options. An option that offers
/// something already is left as it is.
void offer_known_values(Command& program) {
  for (const auto& option : program.options()) {
    if (!option->takes_value() || option->offers_something()) continue;
    const bool plays = option->name() == "agent";
    option->offers(plays ? agents_of(program) : known_values(program.name(), option->name()));
  }
  for (const auto& command : program.subcommands()) offer_known_values(*command);
}

/// Sends on what was printed. Throws MachineFailure where any of it is lost, now or earlier.
void flush_standard_output() {
  std::cout.flush();
  // A flush that failed earlier has dropped its bytes: only ferror still tells of it.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout)
    throw MachineFailure("cannot write the output: is the disk full?");
}

}  // namespace

CommandOption* CommandOption::required() {
  option_->required();
  return this;
}

CommandOption* CommandOption::shows_default() {
  option_->capture_default_str();
  return this;
}

CommandOption* CommandOption::delimiter(char mark) {
  option_->delimiter(mark);
  return this;
}

CommandOption* CommandOption::group(const std::string& heading) {
  option_->group(heading);
  return this;
}

CommandOption* CommandOption::acts_on(Subject subject) {
  subjects_.push_back(std::move(subject));
  return this;
}

CommandOption* CommandOption::needs(const std::vector<std::string>& others) {
  needed_ = others;
  return this;
}

CommandOption* CommandOption::excludes(const std::vector<std::string>& others) {
  excluded_.insert(excluded_.end(), others.begin(), others.end());
  return this;
}

CommandOption* CommandOption::stands_alone_but_for(const std::vector<std::string>& others) {
  company_ = others;
  return this;
}

CommandOption* CommandOption::one_of(const std::vector<std::string>& values) {
  option_->check(CLI::IsMember(values));
  return offers(values);
}

CommandOption* CommandOption::offers(const std::vector<std::string>& values) {
  values_ = values;
  return this;
}

CommandOption* CommandOption::names(File file) {
  file_ = file;
  return this;
}
CommandOption* CommandOption::offers_files() { return names(File::named); }
CommandOption* CommandOption::reads_file() { return names(File::read); }
CommandOption* CommandOption::writes_file() { return names(File::written); }
CommandOption* CommandOption::adds_to_file() { return names(File::added_to); }

CommandOption* CommandOption::check(const std::function<void(const std::string& text)>& require) {
  option_->check([require](const std::string& text) {
    require(as_typed(text));
    return std::string();
  });
  return this;
}

bool CommandOption::given() const { return option_->count() > 0; }

void CommandOption::refuse_idle(const std::vector<const CommandOption*>& all) const {
  if (!given()) return;
  const auto refuse = [](const CommandOption& idle, const std::string& where) {
    throw BadInput(idle.flag() + " does nothing " + where);
  };
  for (const std::string& other : excluded_)
    if (named(other, all)->given()) refuse(*this, "beside " + named(other, all)->flag());
  for (const CommandOption* other : all)
    if (company_ && other != this && other->given() &&
        std::ranges::count(*company_, other->name()) == 0)
      refuse(*other, "beside " + flag());
  std::string needed;
  bool there = needed_.empty();
  for (const std::string& other : needed_) {
    needed += (needed.empty() ? "" : " or ") + named(other, all)->flag();
    there = there || named(other, all)->given();
  }
  if (!there) refuse(*this, "without " + needed);
  for (const Subject& subject : subjects_)
    if (!subject.there()) refuse(*this, "without " + subject.words);
}

bool CommandOption::takes_value() const { return option_->get_expected_min() > 0; }
std::string CommandOption::name() const { return option_->get_single_name(); }
std::string CommandOption::flag() const {
  return (option_->get_lnames().empty() ? "" : "--") + name();
}
std::vector<std::string> CommandOption::texts() const {
  std::vector<std::string> texts = option_->results();
  if (texts.empty()) texts = {option_->get_default_str()};
  std::transform(texts.begin(), texts.end(), texts.begin(), as_typed);
  return texts;
}
bool CommandOption::takes_whole_numbers() const { return option_->get_type_name() == "INT"; }
bool CommandOption::takes_real_numbers() const { return option_->get_type_name() == "FLOAT"; }

Json CommandOption::describe(const std::string& heading) const {
  Json names = Json::array();
  for (const std::string& name : option_->get_snames()) names.push_back("-" + name);
  for (const std::string& name : option_->get_lnames()) names.push_back("--" + name);
  const bool plain = option_->get_group() == "Options";
  return {{"name", name()},
          {"names", std::move(names)},
          {"about", option_->get_description()},
          {"takes_value", takes_value()},
          {"several", option_->get_items_expected_max() > 1},
          {"required", option_->get_required()},
          {"default", option_->get_default_str()},
          {"heading", plain ? heading : option_->get_group()},
          {"values", values_},
          {"files", kFileWords[static_cast<std::size_t>(file_)]}};
}

Command::Command(CLI::App& app) : app_(&app) {}
Command::~Command() = default;

Command* Command::add_subcommand(const std::string& name, const std::string& about) {
  commands_.push_back(std::make_unique<Command>(*app_->add_subcommand(name, about)));
  return commands_.back().get();
}

Command* Command::add_option_group(const std::string& name) {
  commands_.push_back(std::make_unique<Command>(*app_->add_option_group(name)));
  return commands_.back().get();
}

CommandOption* Command::keep(CLI::Option& option) {
  options_.push_back(std::make_unique<CommandOption>(option));
  return options_.back().get();
}

template <class Value>
CommandOption* Command::add_option(const std::string& names, Value& value,
                                   const std::string& about) {
  CLI::Option* const option = app_->add_option(names, value, about)->capture_default_str();
  if (stands_for_nothing(option->get_default_str())) option->default_str("");
  return keep(*option);
}
template CommandOption* Command::add_option(const std::string&, std::string&, const std::string&);
template CommandOption* Command::add_option(const std::string&, int&, const std::string&);
template CommandOption* Command::add_option(const std::string&, std::int64_t&, const std::string&);
template CommandOption* Command::add_option(const std::string&, std::uint64_t&, const std::string&);
template CommandOption* Command::add_option(const std::string&, float&, const std::string&);
template CommandOption* Command::add_option(const std::string&, double&, const std::string&);
template CommandOption* Command::add_option(const std::string&, std::optional<int>&,
                                            const std::string&);
template CommandOption* Command::add_option(const std::string&, std::vector<int>&,
                                            const std::string&);
template CommandOption* Command::add_option(const std::string&, std::vector<std::string>&,
                                            const std::string&);

CommandOption* Command::add_flag(const std::string& names, bool& value, const std::string& about) {
  return keep(*app_->add_flag(names, value, about));
}

void Command::require_option(std::size_t least, std::size_t most) {
  app_->require_option(least, most);
}
void Command::require_subcommand(int count) { app_->require_subcommand(count); }
void Command::footer(const std::string& text) { app_->footer(text); }

void Command::take_the_rest() {
  app_->prefix_command();
  app_->set_help_flag();
}
std::vector<std::string> Command::remaining() const {
  std::vector<std::string> words = app_->remaining();
  std::transform(words.begin(), words.end(), words.begin(), as_typed);
  return words;
}
std::string Command::name() const { return app_->get_name(); }
bool Command::was_given() const { return app_->parsed(); }

void Command::describe_options(const std::string& heading, Json& list) const {
  for (const auto& option : options_) list.push_back(option->describe(heading));
  for (const auto& group : commands_)
    if (group->name().empty()) group->describe_options(group->app_->get_group(), list);
}

void Command::list_options(std::vector<const CommandOption*>& all) const {
  for (const auto& option : options_) all.push_back(option.get());
  for (const auto& group : commands_)
    if (group->name().empty()) group->list_options(all);
}

CommandOption* Command::option(const std::string& name) const { return named(name, options_); }

void Command::act_on(const Subject& subject, std::initializer_list<const char*> names) const {
  for (const char* name : names) option(name)->acts_on(subject);
}

Exit Command::run() const {
  std::vector<const CommandOption*> all;
  list_options(all);
  for (const CommandOption* option : all) option->refuse_idle(all);
  for (const auto& command : commands_)
    if (!command->name().empty() && command->app_->parsed()) return command->run();
  return run_ ? run_() : Exit::done;
}

Json Command::describe() const {
  Json options = Json::array(), commands = Json::array();
  describe_options("", options);
  for (const auto& command : commands_)
    if (!command->name().empty()) commands.push_back(command->describe());
  return {{"name", name()},
          {"about", app_->get_description()},
          {"footer", app_->get_footer()},
          {"takes_the_rest", app_->get_prefix_command()},
          {"options", std::move(options)},
          {"commands", std::move(commands)}};
}

CommandLineProgram::CommandLineProgram(const std::string& name, const std::string& about)
    : name_(name),
      app_(std::make_unique<CLI::App>(about, name)),
      root_(std::make_unique<Command>(*app_)) {
  add_text_flag("--licences", "Print the licences of what is linked, embedded and shipped",
                [] { return std::string(embedded_file("THIRD-PARTY")); });
  const auto tree = [this] {
    offer_known_values(*root_);
    return root_->describe().dump();
  };
  add_text_flag("--command-tree", "Print all commands and options as JSON, for tools", tree);
}
CommandLineProgram::~CommandLineProgram() = default;

void CommandLineProgram::add_text_flag(const std::string& name, const std::string& about,
                                       const std::function<std::string()>& text) {
  app_->add_flag_callback(
      name, [text] { throw CLI::CallForVersion(text(), 0); }, about);
}

void CommandLineProgram::set_version(const std::string& version) {
  app_->set_version_flag("--version", name_ + " " + version);
}

Exit CommandLineProgram::report(const std::string& what, Exit exit) const {
  std::cout.flush();
  std::fflush(stdout);
  print_error("{}: {}\n", name_, message_line(what));
  return exit;
}

Exit CommandLineProgram::parse(int argc, char** argv) {
  std::vector<const char*> words(argv, argv + argc);
  for (const char*& word : words)
    if (*word == '\0') word = kEmptyWord;
  try {
    app_->parse(argc, words.data());
    expect_files(*root_);
    const Exit exit = root_->run();
    flush_standard_output();
    return exit;
  } catch (const CLI::Success& help) {
    app_->exit(help);
    flush_standard_output();
    return Exit::done;
  } catch (const CLI::ParseError& error) {
    const auto used = app_->get_subcommands();
    const std::string command = used.empty() ? "" : " " + used.front()->get_name();
    return report(fmt::format("{} (see {}{} --help)", one_line(error.what()), name_, command),
                  Exit::bad_input);
  }
}

Exit CommandLineProgram::run(int argc, char** argv) {
  require_numbers(*root_);
  refuse_values_that_are_none(*root_);
  try {
    open_standard_streams();
    require_known_command(*root_, 0, argc, argv);
    return parse(argc, argv);
  } catch (const BadInput& error) {
    return report(error.what(), Exit::bad_input);
  } catch (const std::bad_alloc&) {
    const std::string file = file_read_last();
    return report(file.empty() ? "out of memory" : "out of memory over the file '" + file + "'",
                  Exit::machine_failed);
  } catch (const std::exception& error) {
    return report(error.what(), Exit::machine_failed);
  } catch (const Interrupted&) {
    std::cout.flush();
    std::fflush(stdout);
    end_by_signal();
  }
}

}  // namespace marblemaze
