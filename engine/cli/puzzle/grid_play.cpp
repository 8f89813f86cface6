#include <memory>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "engine/cli/common/print.h"
#include "engine/cli/puzzle/deduction_kind.h"
#include "maze/puzzles/board.h"

namespace marblemaze {
namespace {

std::string place(const GridGame& game, std::size_t square) {
  return square_name(static_cast<int>(square), game.width);
}

void check(const GridGame& game, const Candidates& squares, const Candidates& solution) {
  int wrong = 0, empty = 0;
  for (std::size_t square = 0; square < squares.size(); ++square) {
    if (is_open(squares[square])) {
      ++empty;
    } else if (squares[square] != solution[square]) {
      print_out("{} is wrong\n", place(game, square));
      ++wrong;
    }
  }
  print_out("{} wrong, {} to fill\n", wrong, empty);
}

void hint(const GridGame& game, Candidates& squares, const Candidates& solution) {
  for (std::size_t square = 0; square < squares.size(); ++square) {
    if (!is_open(game.given[square]) || squares[square] == solution[square]) continue;
    squares[square] = solution[square];
    print_out("{} is {}\n", place(game, square), letter_of(solution[square], game.letters));
    return;
  }
}

void fill(const GridGame& game, Candidates& squares, const std::string& line) {
  std::istringstream in(line);
  const int height = static_cast<int>(squares.size()) / game.width;
  int row = 0, column = 0;
  char letter = 0;
  if (!(in >> row >> column >> letter) || row < 1 || row > height || column < 1 ||
      column > game.width || game.letters.find(letter) == std::string::npos) {
    print_out("'{}' is not a command: ROW COLUMN VALUE, where VALUE is one of {}\n", line,
              game.letters);
    return;
  }
  const auto square = static_cast<std::size_t>((row - 1) * game.width + column - 1);
  if (!is_open(game.given[square])) {
    print_out("{} is given\n", place(game, square));
  } else if (letter == game.letters.back()) {
    squares[square] = game.given[square];
  } else {
    squares[square] = static_cast<CandidateSet>(1U << game.letters.find(letter));
  }
}

// The solution with which the player's squares are compared: the only solution or, if there are
// several, one with these squares.
class Solutions {
 public:
  Solutions(const std::function<Encoding()>& encoding, double limit_s) : limit_s_(limit_s) {
    known_ = in_time(limit_s, [&] {
      solver_ = std::make_unique<ExactSolver>(encoding());
      first_ = solver_->solve();
      if (!first_) return;
      ExactSolver others(encoding());
      others.exclude(*first_);
      several_ = others.solve().has_value();
    });
  }

  [[nodiscard]] bool none() const { return known_ && !first_; }
  void announce() const {
    if (none()) print_out("there is no solution\n");
    if (several_) print_out("there are several solutions; each of them counts\n");
    if (!known_)
      print_out("not known after {} s: is there just one solution? (--time-limit)\n", limit_s_);
  }

  // Returns nothing, and prints why, if no solution is found.
  std::optional<Candidates> solution_with(const Candidates& squares) {
    if (known_ && !several_) return first_;
    std::optional<Candidates> solution;
    const bool finished =
        in_time(limit_s_, [&] { solution = solver_ ? solver_->solve(squares) : std::nullopt; });
    if (!solution)
      print_out("{}\n", finished ? "no solution has all these squares: empty some of them"
                                 : "no solution was found in time");
    return solution;
  }

 private:
  double limit_s_;
  std::unique_ptr<ExactSolver> solver_;
  std::optional<Candidates> first_;
  bool known_ = false, several_ = false;
};

}  // namespace

Exit play_grid(const GridGame& game, const std::function<Encoding()>& encoding, double limit_s) {
  Candidates squares = game.given;
  const auto solved = [&] { return game.solved(squares); };
  print_now("{}\n{}", game.rules, game.picture(squares));
  Solutions solutions(encoding, limit_s);
  solutions.announce();
  if (solutions.none()) return Exit::not_reached;
  const auto command = [&](const std::string& line) {
    if (line.empty()) return;
    const bool asks = line == "check" || line == "hint";
    const auto solution = asks ? solutions.solution_with(squares) : std::nullopt;
    if (line == "check" && solution) return check(game, squares, *solution);
    if (line == "hint" && solution) hint(game, squares, *solution);
    if (asks && !solution) return;
    if (!asks) fill(game, squares, line);
    print_out("{}{}", game.picture(squares), solved() ? "solved\n" : "");
  };
  return play_lines(
      fmt::format(
          "ROW COLUMN VALUE: fill a square (values {}, the last one empties)   check   hint   quit",
          game.letters),
      command, solved);
}

}  // namespace marblemaze
