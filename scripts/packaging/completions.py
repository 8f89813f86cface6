"""Shell completions for bash, zsh and fish."""
from __future__ import annotations

from command_tree import Command, Option

NOTE = "Completions of marblemaze for {}, generated from the commands of the program."


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def one_line(text: str, escaped: str) -> str:
    """Escapes characters with a backslash and removes line breaks."""
    for character in escaped:
        text = text.replace(character, "\\" + character)
    return text.replace("\n", " ")


BASH = r"""# %(note)s
# Prints the nested commands or the options of a command, or the values of an option: words, @files for file names, or
# - for no completion. KEY is commands|COMMAND, options|COMMAND, COMMAND|OPTION, COMMAND|1 for the first positional
# argument, or COMMAND|+ for repeated arguments.
_marblemaze_words() { # KEY
  case $1 in
%(rows)s  esac
}

_marblemaze_offer() { # VALUES WORD
  COMPREPLY=()
  case $1 in
    -) ;;
    @files*)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -W "${1#@files}" -- "$2")
      ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2") ;;
  esac
}

_marblemaze() {
  # bash splits --option=value into three words.
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
      [[ -n $(_marblemaze_words "$command|$word") ]] || continue
      if ((i == ${#words[@]} - 2)); then previous=$word; fi
      ((i += 1))
    elif [[ $position == 0 && " $(_marblemaze_words "commands|$command") " == *" $word "* ]]; then
      command=${command:+$command }$word
    else
      ((position += 1))
    fi
  done
  local key keys=("$command|$((position + 1))" "$command|+" "commands|$command" "options|$command")
  [[ $current != -* ]] || keys=("options|$command")
  [[ -z $previous ]] || keys=("$command|$previous")
  for key in "${keys[@]}"; do
    values=$(_marblemaze_words "$key")
    [[ -z $values ]] || break
  done
  _marblemaze_offer "$values" "$current"
}
complete -F _marblemaze marblemaze marblemaze-viewer
"""


def bash(root: Command) -> str:
    rows = []
    for command in root.all():
        path = " ".join(command.path)
        rows.append((f"commands|{path}", " ".join(sub.path[-1] for sub in command.commands)))
        rows.append((f"options|{path}", " ".join(name for option in command.flags for name in option.names)))
        offers = [(name, option) for option in command.flags if option.type for name in option.names]
        offers += [("+" if option.several else str(place), option) for place, option in enumerate(command.positions, 1)]
        rows += [(f"{path}|{name}", " ".join(["@files"] * option.files + option.values) or "-")
                 for name, option in offers]
    cases = "".join(f"    {quoted(key)}) echo {quoted(value)} ;;\n" for key, value in rows if value)
    return BASH % {"note": NOTE.format("bash"), "rows": cases}


ZSH = r"""#compdef marblemaze marblemaze-viewer
# %(note)s
%(functions)s
if [[ $service == marblemaze-viewer ]]; then
  _marblemaze_watch "$@"
else
  _marblemaze_ "$@"
fi
"""

ZSH_COMMANDS = r"""%(name)s() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands=(
%(entries)s
  )
  _arguments -C \
    %(options)s \
    '1: :->command' \
    '*:: :->arguments'
  case $state in
    command) _describe -t commands command commands ;;
    arguments)
      case $words[1] in
%(cases)s
      esac
      ;;
  esac
}
"""


def zsh_text(text: str) -> str:
    return one_line(text, "\\[]:")


def zsh_name(command: Command) -> str:
    return "_marblemaze_" + "_".join(command.path).replace("-", "_")


def zsh_value(option: Option) -> str:
    words = " ".join(option.values)
    if option.files:
        action = f"{{_files; compadd {words}}}" if words else "_files"
    else:
        action = f"({words})" if words else " "
    return f":{zsh_text(option.name.lower())}:{action}"


def zsh_options(command: Command) -> list[str]:
    specs = []
    for option in command.flags:
        excluded = "*" if option.several else f"({' '.join(option.names)})"
        about = f"[{zsh_text(option.about)}]"
        for name in option.names:
            specs.append(excluded + name + ("=" if option.type and name.startswith("--") else "") + about
                         + (zsh_value(option) if option.type else ""))
    specs += [("*" if option.several else str(place)) + zsh_value(option)
              for place, option in enumerate(command.positions, 1)]
    return [quoted(spec) for spec in specs]


def zsh_function(command: Command) -> str:
    if not command.commands:
        return f"{zsh_name(command)}() {{\n  _arguments \\\n    " + " \\\n    ".join(zsh_options(command)) + "\n}\n"
    return ZSH_COMMANDS % {
        "name": zsh_name(command), "options": " \\\n    ".join(zsh_options(command)),
        "entries": "\n".join("    " + quoted(f"{zsh_text(sub.path[-1])}:{zsh_text(sub.about)}")
                             for sub in command.commands),
        "cases": "\n".join(f"        {sub.path[-1]}) {zsh_name(sub)} ;;" for sub in command.commands)}


def zsh(root: Command) -> str:
    return ZSH % {"note": NOTE.format("zsh"), "functions": "".join(map(zsh_function, root.all()))}


FISH = """# %(note)s
function __marblemaze_in # tests whether the words so far begin with this command
    set -l words (commandline -opc)
    set -e words[1]
    for word in $argv
        test "$words[1]" = "$word"; or return 1
        set -e words[1]
    end
end
function __marblemaze_at # tests whether this command is the last word
    set -l words (commandline -opc)
    __marblemaze_in $argv; and test (count $words) -eq (math (count $argv) + 1)
end
complete -c marblemaze -f
"""


def fish_text(text: str) -> str:
    return "'" + one_line(text, "\\'") + "'"


def fish_lines(command: Command) -> list[str]:
    at, inside = (f"complete -c marblemaze -n {fish_text(' '.join((function, *command.path)))}"
                  for function in ("__marblemaze_at", "__marblemaze_in"))
    here = inside if command.path else at
    lines = [f"{at} -a {sub.path[-1]} -d {fish_text(sub.about)}" for sub in command.commands]
    for option in command.flags:
        names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
        values = " -rF" if option.files else " -x" if option.type else ""
        values += f" -a {fish_text(' '.join(option.values))}" if option.values else ""
        lines.append(f"{here} {names}{values} -d {fish_text(option.about)}")
    for option in command.positions:
        if option.values:
            lines.append(f"{at} -a {fish_text(' '.join(option.values))}")
        elif option.files:
            lines.append(f"{here} -F")
    return lines


def fish(root: Command) -> str:
    lines = "".join(line + "\n" for command in root.all() for line in fish_lines(command))
    return FISH % {"note": NOTE.format("fish")} + lines
