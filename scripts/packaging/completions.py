"""Completions of the programs for bash, zsh and fish, from their commands."""
from __future__ import annotations

from command_tree import Command, Option

NOTE = "Completions of marblemaze for {}, made from the program's own commands."
SOMETHING = "-"  # a value that nobody can guess
FILES = "@files"


def _offer(option: Option) -> str:
    return " ".join(option.values) or (FILES if option.files else SOMETHING)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


# ---- bash -----------------------------------------------------------------------------------------------------

BASH = r"""# %(note)s
# A table of the commands, and what is offered for a value: words, @files, or - for what nobody can guess.
_marblemaze_commands() {
  case $1 in
%(commands)s  esac
}
_marblemaze_options() {
  case $1 in
%(options)s  esac
}
_marblemaze_values() { # COMMAND|OPTION, COMMAND|1 for the first position, COMMAND|+ for all that follow
  case $1 in
%(values)s  esac
}

_marblemaze_offer() { # VALUES WORD
  COMPREPLY=()
  case $1 in
    -) ;;
    @files)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$2")
      ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2") ;;
  esac
}

_marblemaze() {
  # bash takes --option=value for three words.
  local words=() word i last=$COMP_CWORD command= position=0 values
  for ((i = 1; i <= last; ++i)); do
    [[ ${COMP_WORDS[i]} != = ]] || { ((i < last)) && continue || words+=(""); continue; }
    words+=("${COMP_WORDS[i]}")
  done
  local current=${words[-1]} previous=
  [[ ${1##*/} != marblemaze-viewer ]] || command=watch
  for ((i = 0; i < ${#words[@]} - 1; ++i)); do
    word=${words[i]}
    if [[ $word == -* ]]; then
      [[ -n $(_marblemaze_values "$command|$word") ]] || continue
      if ((i == ${#words[@]} - 2)); then previous=$word; fi
      ((i += 1))
    elif [[ $position == 0 && " $(_marblemaze_commands "$command") " == *" $word "* ]]; then
      command=${command:+$command }$word
    else
      ((position += 1))
    fi
  done
  if [[ -n $previous ]]; then
    _marblemaze_offer "$(_marblemaze_values "$command|$previous")" "$current"
    return
  fi
  if [[ $current == -* ]]; then
    _marblemaze_offer "$(_marblemaze_options "$command")" "$current"
    return
  fi
  values=$(_marblemaze_values "$command|$((position + 1))")
  [[ -n $values ]] || values=$(_marblemaze_values "$command|+")
  [[ -n $values ]] || values=$(_marblemaze_commands "$command")
  _marblemaze_offer "${values:-$(_marblemaze_options "$command")}" "$current"
}
complete -F _marblemaze marblemaze marblemaze-viewer
"""


def _bash_rows(rows: list[tuple[str, str]]) -> str:
    return "".join(f"    {_quoted(key)}) echo {_quoted(value)} ;;\n" for key, value in rows if value)


def _value_rows(command: Command) -> list[tuple[str, str]]:
    path = " ".join(command.path)
    rows = [(f"{path}|{name}", _offer(option)) for option in command.flags if option.takes_value for name in option.names]
    for place, option in enumerate(command.positions, 1):
        rows.append((f"{path}|{'+' if option.several else place}", _offer(option)))
    return rows


def bash(root: Command) -> str:
    every = root.all()
    names = [(" ".join(c.path), " ".join(sub.path[-1] for sub in c.commands)) for c in every]
    options = [(" ".join(c.path), " ".join(name for option in c.flags for name in option.names)) for c in every]
    values = [row for command in every for row in _value_rows(command)]
    return BASH % {"note": NOTE.format("bash"), "commands": _bash_rows(names), "options": _bash_rows(options),
                   "values": _bash_rows(values)}


# ---- zsh ------------------------------------------------------------------------------------------------------

ZSH = r"""#compdef marblemaze marblemaze-viewer
# %(note)s
%(functions)s
if [[ $service == marblemaze-viewer ]]; then
  _marblemaze_watch "$@"
else
  _marblemaze_ "$@"
fi
"""


def _zsh_text(text: str) -> str:
    for mark in "\\[]:":
        text = text.replace(mark, "\\" + mark)
    return text.replace("\n", " ")


def _zsh_value(option: Option) -> str:
    label = _zsh_text(option.name.lower())
    action = f"({' '.join(option.values)})" if option.values else "_files" if option.files else " "
    return f":{label}:{action}"


def _zsh_flag(option: Option) -> list[str]:
    value = _zsh_value(option) if option.takes_value else ""
    about = f"[{_zsh_text(option.about)}]"
    shut_out = "*" if option.several else f"({' '.join(option.names)})"
    return [_quoted(f"{shut_out}{name}{'=' if value and name.startswith('--') else ''}{about}{value}") for name in option.names]


def _zsh_function(command: Command) -> str:
    specs = [spec for option in command.flags for spec in _zsh_flag(option)]
    specs += [_quoted(("*" if option.several else str(place)) + _zsh_value(option))
              for place, option in enumerate(command.positions, 1)]
    name = "_marblemaze_" + "_".join(command.path).replace("-", "_")
    if not command.commands:
        return f"{name}() {{\n  _arguments \\\n    " + " \\\n    ".join(specs) + "\n}\n"
    entries = "\n".join("    " + _quoted(f"{_zsh_text(sub.path[-1])}:{_zsh_text(sub.about)}") for sub in command.commands)
    cases = "\n".join(f"        {sub.path[-1]}) _marblemaze_{'_'.join(sub.path).replace('-', '_')} ;;" for sub in command.commands)
    listed = " \\\n    ".join([*specs, "'1: :->command'", "'*:: :->arguments'"])
    return (f"{name}() {{\n  local context state state_descr line\n  typeset -A opt_args\n  local -a commands=(\n{entries}\n  )\n"
            f"  _arguments -C \\\n    {listed}\n"
            f"  case $state in\n    command) _describe -t commands command commands ;;\n"
            f"    arguments)\n      case $words[1] in\n{cases}\n      esac\n      ;;\n  esac\n}}\n")


def zsh(root: Command) -> str:
    functions = "".join(_zsh_function(command) for command in root.all())
    return ZSH % {"note": NOTE.format("zsh"), "functions": functions}


# ---- fish -----------------------------------------------------------------------------------------------------

FISH = """# %(note)s
function __marblemaze_in # whether the words so far begin with this command
    set -l words (commandline -opc)
    set -e words[1]
    for word in $argv
        test "$words[1]" = "$word"; or return 1
        set -e words[1]
    end
end
function __marblemaze_at # whether this command is the last word
    set -l words (commandline -opc)
    __marblemaze_in $argv; and test (count $words) -eq (math (count $argv) + 1)
end
complete -c marblemaze -f
"""


def _fish_text(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", " ") + "'"


def _fish_value(option: Option) -> str:
    if not option.takes_value:
        return ""
    if option.values:
        return f" -xa {_fish_text(' '.join(option.values))}"
    return " -rF" if option.files else " -x"


def _fish_lines(command: Command) -> list[str]:
    path = " ".join(command.path)
    here = f"complete -c marblemaze -n {_fish_text(('__marblemaze_in ' + path).strip() if path else '__marblemaze_at')}"
    at = f"complete -c marblemaze -n {_fish_text(('__marblemaze_at ' + path).strip())}"
    lines = [f"{at} -a {sub.path[-1]} -d {_fish_text(sub.about)}" for sub in command.commands]
    for option in command.flags:
        names = " ".join(("-l " + name[2:]) if name.startswith("--") else "-s " + name[1:] for name in option.names)
        lines.append(f"{here} {names}{_fish_value(option)} -d {_fish_text(option.about)}")
    for option in command.positions:
        lines += [f"{at} -a {_fish_text(' '.join(option.values))}"] if option.values else [f"{here} -F"] if option.files else []
    return lines


def fish(root: Command) -> str:
    lines = [line for command in root.all() for line in _fish_lines(command)]
    return FISH % {"note": NOTE.format("fish")} + "\n".join(lines) + "\n"
