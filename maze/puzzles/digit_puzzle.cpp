#include "maze/puzzles/digit_puzzle.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>

#include "maze/base/digraph.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"
#include "maze/puzzles/board.h"

namespace marblemaze {
namespace {

std::vector<DigitGroup> sections(const DigitPuzzle& puzzle) {
  const auto last = std::ranges::max_element(puzzle.section);
  std::vector<DigitGroup> groups(*last + 1, {DigitGroup::View::section, {}, 0, true});
  for (int cell = 0; cell < puzzle.cells(); ++cell)
    groups[puzzle.section[cell]].cells.push_back(cell);
  return groups;
}

std::vector<DigitGroup> runs(const DigitPuzzle& puzzle) {
  std::vector<DigitGroup> groups;
  const auto add_run = [&](int clue, int step, int room, DigitGroup::View view, int sum) {
    DigitGroup group{view, {}, sum, false};
    for (int cell = clue + step; room > 0 && puzzle.candidates[cell] != 0; cell += step, --room)
      group.cells.push_back(cell);
    if (!group.cells.empty()) groups.push_back(std::move(group));
  };
  for (int cell = 0; cell < puzzle.cells(); ++cell) {
    if (puzzle.candidates[cell] != 0) continue;
    add_run(cell, 1, puzzle.width - 1 - cell % puzzle.width, DigitGroup::View::across,
            puzzle.across[cell]);
    add_run(cell, puzzle.width, puzzle.height - 1 - cell / puzzle.width, DigitGroup::View::down,
            puzzle.down[cell]);
  }
  return groups;
}

// Returns the digits that each cell of a run has in some filling of the run. Returns empty sets if
// the run has no filling.
Candidates possible_digits(const std::vector<int>& cells, int sum, const Candidates& domains) {
  std::vector<DigitSets> used{DigitSets(1)};
  for (int cell : cells) used.push_back(with_one_more(used.back(), domains[cell]));
  for (unsigned set = 0; set < used.back().size(); ++set)
    if (sum_of(set) != sum) used.back().reset(set);
  Candidates possible(cells.size(), 0);
  for (std::size_t i = cells.size(); i-- > 0;) {
    for (unsigned set = 0; set < used[i].size(); ++set) {
      if (!used[i][set]) continue;
      unsigned here = 0;
      for (unsigned left = domains[cells[i]] & ~set; left != 0; left &= left - 1)
        if (used[i + 1][set | (left & -left)]) here |= left & -left;
      possible[i] |= static_cast<DigitSet>(here);
      if (here == 0) used[i].reset(set);
    }
  }
  return possible;
}

bool enforce_sum(CandidateBoard& board, const std::vector<int>& cells, int sum) {
  const Candidates possible = possible_digits(cells, sum, board.cells());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!board.keep(cells[i], possible[i])) return false;
  }
  return true;
}

// Fills in the digits that have only one possible cell in a complete group (hidden singles).
// Returns false if a digit has no possible cell.
bool fill_hidden_singles(CandidateBoard& board, const std::vector<int>& cells) {
  unsigned once = 0, often = 0;
  for (int cell : cells) {
    often |= once & board[cell];
    once |= board[cell];
  }
  if (std::popcount(once) < static_cast<int>(cells.size())) return false;
  const auto single = static_cast<DigitSet>(once & ~often);
  return std::ranges::all_of(
      cells, [&](int cell) { return (board[cell] & single) == 0 || board.keep(cell, single); });
}

std::vector<std::vector<int>> peers_of(const DigitPuzzle& puzzle) {
  std::vector<std::set<int>> peers(puzzle.cells());
  for (const DigitGroup& group : groups_of(puzzle)) {
    for (int cell : group.cells) peers[cell].insert(group.cells.begin(), group.cells.end());
  }
  for (int cell = 0; puzzle.kind == DigitKind::tectonic && cell < puzzle.cells(); ++cell)
    visit_around(cell, puzzle.width, puzzle.height, Corners::yes,
                 [&](int other) { peers[cell].insert(other); });
  std::vector<std::vector<int>> lists(puzzle.cells());
  for (int cell = 0; cell < puzzle.cells(); ++cell) {
    peers[cell].erase(cell);
    lists[cell].assign(peers[cell].begin(), peers[cell].end());
  }
  return lists;
}

CandidateRules rules_of(const DigitPuzzle& puzzle) {
  CandidateRules rules(puzzle.cells());
  rules.values = numbers_below(9);
  rules.unequal = peers_of(puzzle);
  for (DigitGroup& group : groups_of(puzzle)) {
    if (group.sum != 0) {
      rules.add(std::move(group.cells),
                [sum = group.sum](CandidateBoard& board, const auto& cells) {
                  return enforce_sum(board, cells, sum);
                });
    } else if (group.complete) {
      rules.add(std::move(group.cells), fill_hidden_singles);
    }
  }
  return rules;
}

constexpr std::string_view kSudokuCells = "123456789.0*_";

bool is_sudoku(const std::string& word) {
  return word.size() == 81 && word.find_first_not_of(kSudokuCells) == std::string::npos;
}

// Decodes the cells of sgt-solo. The nth letter of the alphabet stands for n empty cells, and _
// separates two digits.
std::string cells_of(const SgtGame& game) {
  if (game.width != 3 || game.height != 3 || game.flags.find_first_of("jxk") != std::string::npos)
    throw BadInput("solo game", fmt::format("'{}x{}{}'", game.width, game.height, game.flags),
                   "3x3, without j, x or k");
  std::string cells;
  for (char c : game.squares) {
    if (c >= 'a' && c <= 'z') cells += std::string(c - 'a' + 1, '.');
    if (c != '_' && (c < 'a' || c > 'z')) cells += c;
  }
  return cells;
}

DigitPuzzle read_sudoku(const std::string& text) {
  const auto found = sudokus_in(text);
  if (found.size() != 1)
    throw BadInput("sudoku file with", pluralize(found.size(), "puzzle"), "one puzzle");
  DigitPuzzle puzzle;
  for (char c : found.front()) {
    const auto value = kSudokuCells.find(c);
    if (value == std::string_view::npos)
      throw BadInput("sudoku cell", std::string("'") + c + "'", "a digit, or one of . 0 * _");
    const int cell = static_cast<int>(puzzle.candidates.size());
    puzzle.section.push_back(cell / 27 * 3 + cell % 9 / 3);
    puzzle.candidates.push_back(value < 9 ? digit_bit(c - '0') : kAllDigits);
  }
  if (puzzle.candidates.size() != 81)
    throw BadInput("sudoku of", fmt::format("{} cells", puzzle.candidates.size()), "81 cells");
  return puzzle;
}

void read_tectonic_cell(const std::string& word, DigitPuzzle& puzzle,
                        std::map<char, int>& letters) {
  const bool digit = word.size() == 2 && word[1] >= '1' && word[1] <= '9';
  if (word.size() != 2 || std::isalpha(static_cast<unsigned char>(word[0])) == 0 ||
      !(digit || word[1] == '.'))
    throw BadInput("tectonic cell", "'" + word + "'",
                   "a section's letter and a digit from 1 to 9 or .");
  puzzle.section.push_back(
      letters.try_emplace(word[0], static_cast<int>(letters.size())).first->second);
  puzzle.candidates.push_back(digit ? digit_bit(word[1] - '0') : kAllDigits);
}

// Throws BadInput unless all sections are connected and have at most nine cells. Limits the digits
// of a section to the section size.
void check_tectonic(DigitPuzzle& puzzle) {
  DisjointSet connected(puzzle.cells());
  for (const DigitGroup& group : groups_of(puzzle)) {
    const std::size_t size = group.cells.size();
    if (size > 9)
      throw BadInput("tectonic section of", fmt::format("{} cells", size), "1 to 9 cells");
    int parts = static_cast<int>(size);
    for (int cell : group.cells)
      visit_around(cell, puzzle.width, puzzle.height, Corners::no, [&](int other) {
        if (puzzle.section[other] == puzzle.section[cell]) parts -= connected.join(cell, other);
      });
    if (parts != 1) throw BadInput("tectonic section", "in two pieces", "connected cells");
    for (int cell : group.cells) {
      puzzle.candidates[cell] &= digits_up_to(static_cast<int>(size));
      if (puzzle.candidates[cell] == 0)
        throw BadInput("tectonic digit", "in a section of " + std::to_string(size),
                       "a digit up to the section's size");
    }
  }
}

int read_sum(const std::string& text, const std::string& word) {
  if (text.empty()) return 0;
  const auto sum = parse_number<int>(text);
  if (!sum || *sum < 1 || *sum > 45)
    throw BadInput("kakuro clue", "'" + word + "'", "sums from 1 to 45 as down\\across");
  return *sum;
}

void read_kakuro_cell(const std::string& word, DigitPuzzle& puzzle) {
  const auto slash = word.find('\\');
  const bool digit = word.size() == 1 && word[0] >= '1' && word[0] <= '9';
  const bool grey = word == "#" || slash != std::string::npos;
  if (!digit && !grey && word != ".")
    throw BadInput("kakuro cell", "'" + word + "'", "#, down\\across, . or a digit");
  puzzle.candidates.push_back(digit ? digit_bit(word[0] - '0') : grey ? DigitSet{0} : kAllDigits);
  puzzle.down.push_back(slash == std::string::npos ? 0 : read_sum(word.substr(0, slash), word));
  puzzle.across.push_back(slash == std::string::npos ? 0 : read_sum(word.substr(slash + 1), word));
}

void check_kakuro(const DigitPuzzle& puzzle) {
  const auto is_white = [&](int cell) { return puzzle.candidates[cell] != 0; };
  for (int cell = 0; cell < puzzle.cells(); ++cell) {
    const bool across = (cell + 1) % puzzle.width != 0 && is_white(cell + 1);
    const bool down = cell + puzzle.width < puzzle.cells() && is_white(cell + puzzle.width);
    if ((puzzle.across[cell] != 0 && !across) || (puzzle.down[cell] != 0 && !down))
      throw BadInput("kakuro clue", "in " + square_name(cell, puzzle.width),
                     "white cells next to each sum");
  }
  std::vector<int> runs(puzzle.cells(), 0);
  for (const DigitGroup& group : groups_of(puzzle)) {
    if (group.sum == 0) throw BadInput("kakuro run", "without a sum", "a clue for every run");
    if (group.cells.size() > 9)
      throw BadInput("kakuro run of", fmt::format("{} cells", group.cells.size()), "at most 9");
    for (int cell : group.cells) ++runs[cell];
  }
  for (int cell = 0; cell < puzzle.cells(); ++cell) {
    if (puzzle.candidates[cell] != 0 && runs[cell] != 2)
      throw BadInput("kakuro cell", "in " + square_name(cell, puzzle.width),
                     "a clue to the left and a clue above");
  }
}

std::string cell_text(const DigitPuzzle& puzzle, int cell) {
  const int digit = only_digit(puzzle.candidates[cell]);
  std::string content = digit != 0 ? std::to_string(digit) : ".";
  if (puzzle.kind == DigitKind::sudoku) return content;
  if (puzzle.kind == DigitKind::tectonic) {
    const int section = puzzle.section[cell];
    return std::string(1, static_cast<char>(section < 26 ? 'A' + section : 'a' + section - 26)) +
           content;
  }
  if (puzzle.candidates[cell] != 0) return content;
  if (puzzle.down[cell] == 0 && puzzle.across[cell] == 0) return "#";
  const auto sum = [](int value) { return value == 0 ? std::string() : std::to_string(value); };
  return sum(puzzle.down[cell]) + "\\" + sum(puzzle.across[cell]);
}

}  // namespace

std::vector<std::string> sudokus_in(const std::string& text) {
  if (const auto game = sgt_game(text)) return {cells_of(*game)};
  std::string kept;
  bool reading = true;
  for (const std::string& line : split_text(text, '\n')) {
    if (line.starts_with('[')) {
      reading = line.starts_with("[Puzzle]");
    } else if (reading) {
      const auto words = split_words(line);
      const auto whole = std::find_if(words.begin(), words.end(), is_sudoku);
      kept += (whole != words.end() && words.size() <= 3 ? *whole : line) + "\n";
    }
  }
  std::vector<std::string> rows = grid_rows(kept);
  if (!rows.empty() && std::all_of(rows.begin(), rows.end(), is_sudoku)) return rows;
  for (const std::string& row : rows)
    if (rows.size() > 1 && row.size() != 9)
      throw BadInput("sudoku row", "'" + row + "'", "9 squares, or a single line of 81 squares");
  return {join_mapped(rows, "", std::identity())};
}

int only_digit(DigitSet set) { return is_certain(set) ? std::countr_zero(set) + 1 : 0; }

int sum_of(unsigned digits) {
  int sum = 0;
  for (; digits != 0; digits &= digits - 1) sum += std::countr_zero(digits) + 1;
  return sum;
}

DigitSets with_one_more(const DigitSets& sets, DigitSet candidates) {
  DigitSets more;
  for (unsigned set = 0; set < sets.size(); ++set)
    for (unsigned left = sets[set] ? candidates & ~set : 0; left != 0; left &= left - 1)
      more.set(set | (left & -left));
  return more;
}

const char* to_string(DigitKind kind) {
  return kind == DigitKind::sudoku ? "sudoku" : kind == DigitKind::tectonic ? "tectonic" : "kakuro";
}

DigitPuzzle DigitPuzzle::with(Candidates other) const {
  return {kind, width, height, std::move(other), section, across, down};
}

std::vector<DigitGroup> groups_of(const DigitPuzzle& puzzle) {
  std::vector<DigitGroup> groups =
      puzzle.kind == DigitKind::kakuro ? runs(puzzle) : sections(puzzle);
  for (int line = 0; puzzle.kind == DigitKind::sudoku && line < 9; ++line)
    for (const bool row : {true, false})
      groups.push_back({row ? DigitGroup::View::across : DigitGroup::View::down,
                        squares_of_line(9, 9, row, line), 0, true});
  return groups;
}

std::vector<std::string> rule_violations(const DigitPuzzle& puzzle) {
  std::vector<std::string> found;
  const auto place = [&](int cell) { return square_name(cell, puzzle.width); };
  const auto peers = peers_of(puzzle);
  for (int cell = 0; cell < puzzle.cells(); ++cell) {
    const int digit = only_digit(puzzle.candidates[cell]);
    for (int peer : peers[cell]) {
      if (digit != 0 && peer < cell && puzzle.candidates[peer] == puzzle.candidates[cell])
        found.push_back(fmt::format("{} and {} both contain {}", place(peer), place(cell), digit));
    }
  }
  for (const DigitGroup& group : groups_of(puzzle)) {
    int sum = 0, open = 0;
    for (int cell : group.cells) {
      sum += only_digit(puzzle.candidates[cell]);
      open += is_certain(puzzle.candidates[cell]) ? 0 : 1;
    }
    if (group.sum != 0 && open == 0 && sum != group.sum)
      found.push_back(fmt::format("the run from {} adds up to {}, not {}",
                                  place(group.cells.front()), sum, group.sum));
  }
  return found;
}

// Adds clauses that require a run to contain one of the digit sets with the right sum.
void require_sum(Encoding& encoding, const DigitGroup& run) {
  std::vector<int> sets;
  for (unsigned set = 0; set < DigitSets().size(); ++set) {
    if (std::popcount(set) != static_cast<int>(run.cells.size()) || sum_of(set) != run.sum)
      continue;
    const int chosen = encoding.new_literal();
    sets.push_back(chosen);
    for (int digit = 0; digit < 9; ++digit) {
      std::vector<int> somewhere{-chosen};
      for (int cell : run.cells) {
        somewhere.push_back(encoding.literal(cell, digit));
        if ((set >> digit & 1) == 0) encoding.require({-chosen, -encoding.literal(cell, digit)});
      }
      if ((set >> digit & 1) != 0) encoding.require(std::move(somewhere));
    }
  }
  encoding.require(std::move(sets));
}

Encoding encoding_of(const DigitPuzzle& puzzle) {
  Encoding encoding(puzzle.candidates);
  const auto peers = peers_of(puzzle);
  for (int cell = 0; cell < puzzle.cells(); ++cell)
    for (int peer : peers[cell])
      for (int digit = 0; peer < cell && digit < 9; ++digit)
        encoding.require({-encoding.literal(cell, digit), -encoding.literal(peer, digit)});
  for (const DigitGroup& group : groups_of(puzzle)) {
    if (group.sum != 0) require_sum(encoding, group);
    for (int digit = 0; group.complete && digit < std::ssize(group.cells); ++digit) {
      std::vector<int> somewhere;
      for (int cell : group.cells) somewhere.push_back(encoding.literal(cell, digit));
      encoding.require(std::move(somewhere));
    }
  }
  return encoding;
}

std::optional<Candidates> random_solution(const DigitPuzzle& puzzle, Rng& rng,
                                          GeneratorBudget& budget, std::int64_t most) {
  return random_solution(rules_of(puzzle), puzzle.candidates, rng, budget, most);
}

Candidates eliminate(const DigitPuzzle& puzzle) {
  const CandidateRules rules = rules_of(puzzle);
  CandidateBoard board(rules, puzzle.candidates);
  return board.propagate() ? board.cells() : Candidates{};
}

DigitPuzzle parse_digit_puzzle(DigitKind kind, const std::string& text) {
  DigitPuzzle puzzle;
  if (kind == DigitKind::sudoku) {
    puzzle = read_sudoku(text);
  } else {
    std::string lines = text;
    // A '/' separates the sums of a clue unless the clues are written with '\'.
    if (kind == DigitKind::kakuro && text.find('\\') == std::string::npos)
      std::replace(lines.begin(), lines.end(), '/', '\\');
    const auto rows = read_rows(to_string(kind), lines, '%', split_words);
    if (rows.empty()) throw BadInput(to_string(kind), "''", "rows of cells separated by spaces");
    check_rows(rows, "cells", DigitPuzzle::kLargestSide);
    puzzle = {kind, static_cast<int>(rows[0].size()), static_cast<int>(rows.size()), {}, {}, {},
              {}};
    std::map<char, int> letters;
    for (const auto& row : rows) {
      for (const std::string& word : row) {
        if (kind == DigitKind::tectonic) read_tectonic_cell(word, puzzle, letters);
        if (kind == DigitKind::kakuro) read_kakuro_cell(word, puzzle);
      }
    }
    if (kind == DigitKind::tectonic) check_tectonic(puzzle);
    if (kind == DigitKind::kakuro) check_kakuro(puzzle);
  }
  const auto broken = rule_violations(puzzle);
  if (!broken.empty())
    throw BadInput(to_string(kind), "in which " + broken.front(), "digits that obey the rules");
  return puzzle;
}

std::string to_text(const DigitPuzzle& puzzle) {
  const int width = puzzle.kind == DigitKind::sudoku     ? 2
                    : puzzle.kind == DigitKind::tectonic ? 3
                                                         : 6;
  return board_text(puzzle.cells(), puzzle.width, [&](int cell) {
    const bool last = (cell + 1) % puzzle.width == 0;
    return fmt::format("{:<{}}", cell_text(puzzle, cell), last ? 0 : width);
  });
}

std::string to_dot(const DigitPuzzle& puzzle) {
  return board_dot(to_string(puzzle.kind), "", puzzle.width, puzzle.cells(), [&](int cell) {
    static constexpr const char* tints[] = {"white", "gray90", "lightyellow", "lightblue",
                                            "mistyrose"};
    const bool grey = puzzle.candidates[cell] == 0;
    const char* tint = grey                     ? "gray60"
                       : puzzle.section.empty() ? "white"
                                                : tints[puzzle.section[cell] % 5];
    const std::string label = cell_text(puzzle, cell);
    return fmt::format("<td bgcolor=\"{}\">{}</td>", tint,
                       puzzle.kind == DigitKind::tectonic ? label.substr(1) : label);
  });
}

}  // namespace marblemaze
