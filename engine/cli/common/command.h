#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace marblemaze {

class Json;

/// How a command ends, as scripts rely on it. An interrupted one that can go on, or be run again as
/// it is, ends with EX_TEMPFAIL of sysexits.h, which batch systems know as a reason to requeue.
enum class Exit {
  done = 0,
  not_reached = 1,
  bad_input = 2,
  machine_failed = 3,
  interrupted = 75,
};

/// What options act on, in the words of who types them: "an actuator with noise".
struct Subject {
  std::string words;
  /// Does the line that was read ask for it? May throw BadInput.
  std::function<bool()> there;
};

/// One option of a command. Most of its methods are CLI11's, which stands behind them: only
/// command.cpp sees that library, which is all headers.
///
/// An option that would do nothing is refused when it is given, in one line: "--path does nothing
/// without --svg". So each says here what it acts on.
class CommandOption {
 public:
  explicit CommandOption(CLI::Option& option) : option_(&option) {}

  CommandOption* required();
  /// --help shows the default, though it is 0 or -1.
  CommandOption* shows_default();
  /// One argument may hold several values, divided by this.
  CommandOption* delimiter(char mark);
  /// The heading under which --help lists it.
  CommandOption* group(const std::string& heading);
  /// Acts only where this is there.
  CommandOption* acts_on(Subject subject);
  // Of other options of its command, by their names, which must be there once a line is read:
  /// Acts only beside one of these.
  CommandOption* needs(const std::vector<std::string>& others);
  /// Acts only where none of these is given.
  CommandOption* excludes(const std::vector<std::string>& others);
  /// No other option of the command acts beside it, but for these.
  CommandOption* stands_alone_but_for(const std::vector<std::string>& others);
  CommandOption* one_of(const std::vector<std::string>& values);
  /// What a shell completes it to. It may take other values as well; one_of() offers its own.
  CommandOption* offers(const std::vector<std::string>& values);
  /// A shell completes it to files.
  CommandOption* offers_files();
  /// It names a file to read; "-" is standard input. No output of the command may replace it.
  CommandOption* reads_file();
  /// It names a file to write, whole; "-" is standard output.
  CommandOption* writes_file();
  /// It names a file that is read and added to, such as results.
  CommandOption* adds_to_file();
  /// Runs on the text of each value and throws BadInput where it is none.
  CommandOption* check(const std::function<void(const std::string& text)>& require);

  /// Its long name without dashes, or that of its position: "seed", "FILE".
  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string flag() const;  ///< as typed: "--seed", "FILE"
  [[nodiscard]] bool takes_value() const;  ///< else it is a flag
  [[nodiscard]] bool takes_whole_numbers() const;
  [[nodiscard]] bool takes_real_numbers() const;
  [[nodiscard]] bool offers_something() const { return file_ != File::none || !values_.empty(); }
  enum class File { none, named, read, written, added_to };
  [[nodiscard]] File file() const { return file_; }
  /// What was given, else its default, if it has one.
  [[nodiscard]] std::vector<std::string> texts() const;
  [[nodiscard]] bool given() const;  ///< on the line that was read
  /// Throws BadInput where it was given and does nothing beside the other options of its command.
  void refuse_idle(const std::vector<const CommandOption*>& all) const;
  /// All that completions and manuals say of it; `heading` where it has no group of its own.
  [[nodiscard]] Json describe(const std::string& heading) const;

 private:
  CommandOption* names(File file);

  CLI::Option* option_;
  std::vector<std::string> values_;
  File file_ = File::none;
  std::vector<Subject> subjects_;
  std::vector<std::string> needed_, excluded_;
  std::optional<std::vector<std::string>> company_;  ///< if it stands alone but for them
};

/// A command of the program, or a group of its options.
class Command {
 public:
  explicit Command(CLI::App& app);
  ~Command();
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// What is returned belongs to this command.
  Command* add_subcommand(const std::string& name, const std::string& about);
  Command* add_option_group(const std::string& name);

  /// The variable must outlive the reading of the command line. Names that begin with a dash are
  /// flags ("-o,--output"), others positions ("FILE"). A value is text or a number, an optional
  /// one, or a list: command.cpp names the types. What it is now is the default, which --help
  /// shows; but nothing, 0 and -1 stand for what was not given.
  template <class Value>
  CommandOption* add_option(const std::string& names, Value& value, const std::string& about);
  CommandOption* add_flag(const std::string& names, bool& value, const std::string& about);

  /// How many of a group's options, or of a command's commands, must be given.
  void require_option(std::size_t least, std::size_t most);
  void require_subcommand(int count);
  void footer(const std::string& text);
  /// What the command does, once the line has been read and none of its options is idle: it returns
  /// how that ended, or nothing where it can only be done.
  template <class Run>
  void callback(Run run) {
    if constexpr (std::is_same_v<std::invoke_result_t<Run>, Exit>)
      run_ = run;
    else
      run_ = [run] { return run(), Exit::done; };
  }
  /// Takes all words that follow as they are, --help included; remaining() has them.
  void take_the_rest();
  [[nodiscard]] std::vector<std::string> remaining() const;

  [[nodiscard]] std::string name() const;
  [[nodiscard]] bool was_given() const;
  [[nodiscard]] const std::vector<std::unique_ptr<Command>>& subcommands() const {
    return commands_;
  }
  [[nodiscard]] const std::vector<std::unique_ptr<CommandOption>>& options() const {
    return options_;
  }
  /// Adds its options, those of its groups among them.
  void list_options(std::vector<const CommandOption*>& all) const;
  /// Its options and commands, and theirs, as JSON. Options of a group stand with its command's.
  [[nodiscard]] Json describe() const;
  /// Its option of this name, which must be there already: "seed".
  [[nodiscard]] CommandOption* option(const std::string& name) const;
  /// These options of its act on this.
  void act_on(const Subject& subject, std::initializer_list<const char*> names) const;
  /// Runs what the line that was read asks for, here or in a command below. Throws BadInput for an
  /// option that does nothing there.
  [[nodiscard]] Exit run() const;

 private:
  void describe_options(const std::string& heading, Json& list) const;
  CommandOption* keep(CLI::Option& option);

  CLI::App* app_;
  std::vector<std::unique_ptr<Command>> commands_;
  std::vector<std::unique_ptr<CommandOption>> options_;
  std::function<Exit()> run_;
};

/// A program of commands and options: reads the command line, runs what it asks for, and says in
/// one line on standard error what is wrong. Of itself it knows --help, --version, --licences and
/// --command-tree, from which completions and manuals are made (scripts/packaging).
class CommandLineProgram {
 public:
  CommandLineProgram(const std::string& name, const std::string& about);
  ~CommandLineProgram();

  [[nodiscard]] Command& root() { return *root_; }
  void set_version(const std::string& version);

  /// Does what the line asks for. BadInput and a wrong line end as bad_input, everything else that
  /// is thrown as machine_failed.
  [[nodiscard]] Exit run(int argc, char** argv);

 private:
  Exit parse(int argc, char** argv);
  /// A flag that prints a text, and nothing else happens.
  void add_text_flag(const std::string& name, const std::string& about,
                     const std::function<std::string()>& text);
  Exit report(const std::string& what, Exit exit) const;

  std::string name_;
  std::unique_ptr<CLI::App> app_;
  std::unique_ptr<Command> root_;
};

}  // namespace marblemaze
