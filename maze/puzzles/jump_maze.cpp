#include "maze/puzzles/jump_maze.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"
#include "maze/puzzles/board.h"

namespace marblemaze {
namespace {

constexpr const char* kNoUTurns = "# no U-turns";

// Computes distances by a breadth-first search backwards from the goal. Builds no graph, because
// design searches call this function millions of times.
std::vector<int> distances_with_u_turns(const JumpMaze& maze) {
  std::vector<int> distance(maze.squares(), kUnreachable), queue;
  queue.reserve(maze.squares());
  const auto visit = [&](int from, int gap, int next) {
    if (maze.jumps[from] != gap || distance[from] != kUnreachable) return;
    distance[from] = next;
    queue.push_back(from);
  };
  distance[maze.goal] = 0;
  queue.push_back(maze.goal);
  std::size_t head = 0;
  while (head < queue.size()) {
    const int here = queue[head++], row = here / maze.cols, col = here % maze.cols;
    const int next = distance[here] + 1;
    for (int r = 0; r < maze.rows; ++r) visit(r * maze.cols + col, std::abs(r - row), next);
    for (int c = 0; c < maze.cols; ++c) visit(row * maze.cols + c, std::abs(c - col), next);
  }
  return distance;
}

void check_square(const char* what, int square, int squares) {
  if (square < 0 || square >= squares)
    throw BadInput(what, std::to_string(square), fmt::format("a square from 0 to {}", squares - 1));
}

std::uint8_t random_jump(const JumpMaze& maze, int square, Rng& rng) {
  return static_cast<std::uint8_t>(1 + rng.uniform_int(maze.longest_jump(square)));
}

// Square in the text of a maze: "3", "[3]", "G" or "0". Several digits form one number only if
// squares are separated.
struct Square {
  std::string label;
  bool start = false;
};

std::vector<Square> split_row(std::string row) {
  const std::string original = row;
  const auto require = [&](bool sound) {
    if (!sound) throw BadInput("jump maze row", "'" + original + "'", "brackets around one square");
  };
  std::replace(row.begin(), row.end(), ',', ' ');
  const bool separated = split_words(row).size() > 1;
  std::vector<Square> squares;
  bool fresh = true, marked = false;  // the next character begins a square; inside brackets
  for (char c : row) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    require(!marked || (c != '[' && !space && (c != ']' || !fresh)));
    require(marked || c != ']');
    if (space || c == '[' || c == ']') {
      fresh = true;
      marked = c == '[';
    } else if (fresh) {
      squares.push_back({std::string(1, c), marked});
      fresh = !separated && !marked;
    } else {
      squares.back().label += c;
    }
  }
  require(!marked);
  return squares;
}

int read_jump(const std::string& label) {
  if (label == "G" || label == "g") return 0;
  if (label == "X" || label == "x") return JumpMaze::kDead;
  const auto value = parse_number<unsigned>(label);
  if (!value || *value > JumpMaze::kMaxSide)
    throw BadInput("jump", "'" + label + "'",
                   fmt::format("a number from 1 to {}, 0 or G for the goal, X for a dead square",
                               JumpMaze::kMaxSide));
  return static_cast<int>(*value);
}

// Constants of the printable sheet, in mm.

constexpr double kPageWidth = 210, kPageHeight = 297, kMargin = 20;
constexpr std::array<const char*, 8> kColours{"#c02020", "#2050c0", "#208040", "#c07000",
                                              "#8030a0", "#008090", "#707000", "#404040"};

struct Board {
  const JumpMaze& maze;
  double top;
  double side = std::min((kPageWidth - 2 * kMargin) / maze.cols, 165.0 / maze.rows);

  [[nodiscard]] double x(int square) const {
    return (kPageWidth - side * maze.cols) / 2 + (square % maze.cols + 0.5) * side;
  }
  [[nodiscard]] double y(int square) const {
    const int row = square / maze.cols;
    return top + (row + 0.5) * side;
  }
  [[nodiscard]] double bottom() const { return top + side * maze.rows; }
};

std::string draw_board(const Board& board) {
  std::string svg;
  const double side = board.side;
  for (int square = 0; square < board.maze.squares(); ++square) {
    const bool start = square == board.maze.start, goal = square == board.maze.goal;
    const double x = board.x(square), y = board.y(square), size = side * (goal ? 0.26 : 0.5);
    svg += fmt::format(
        "  <rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\" "
        "stroke=\"black\" stroke-width=\"0.4\"/>\n",
        x - side / 2, y - side / 2, side, side, start || goal ? "#e8e8e8" : "white");
    svg += svg_text(x, y + size * 0.35, size, "middle", goal ? "GOAL" : board.maze.label(square));
    if (start) svg += svg_text(x, y - side * 0.32, side * 0.13, "middle", "START");
  }
  return svg;
}

std::string draw_path(const Board& board, const JumpSolution& solution, std::size_t colour,
                      double shift, double width) {
  std::string points;
  for (int square : solution.squares)
    points += fmt::format("{:.2f},{:.2f} ", board.x(square) + shift, board.y(square) + shift);
  return fmt::format(
      "  <polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.6\" "
      "stroke-width=\"{}\" marker-end=\"url(#arrow{})\"/>\n",
      points, kColours[colour], width, colour);
}

// Returns moves such as "1 down, 2 right", in lines that fit the page.
std::vector<std::string> move_lines(const JumpSolution& solution) {
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < solution.headings.size(); ++i) {
    if (lines.back().size() >= 80) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : ", ") +
                    fmt::format("{} {}", i + 1, heading_name(solution.headings[i]));
  }
  return lines;
}

std::string draw_paths(const Board& board, const std::vector<JumpSolution>& paths, bool numbered,
                       int& pages) {
  std::string svg;
  double y = board.bottom() + 10;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::size_t colour = i % kColours.size();
    // Shifts the paths, so paths through the same squares remain visible.
    const double shift = numbered ? (static_cast<double>(i % 7) - 3) * board.side * 0.05 : 0;
    svg += draw_path(board, paths[i], colour, shift, numbered ? 0.7 : 1.2);
    std::vector<std::string> lines = move_lines(paths[i]);
    if (numbered)
      lines.insert(lines.begin(), fmt::format("Way {}, {} moves:", i + 1, paths[i].moves()));
    for (const std::string& line : lines) {
      if (y > pages * kPageHeight - kMargin) y = kPageHeight * pages++ + kMargin;
      const double x = line.starts_with("Way") ? kMargin : kMargin + 5;
      svg += svg_text(x, y, 4, "start", line, fmt::format(" fill=\"{}\"", kColours[colour]));
      y += 5.5;
    }
  }
  return svg;
}

// Returns the beginning of the sheet. Defines an arrow marker for each colour, because markers do
// not inherit the line colour.
std::string sheet_header(int pages) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"\n"
      "     xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\"\n"
      "     width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\">\n"
      "  <sodipodi:namedview>\n",
      kPageWidth, pages * kPageHeight);
  for (int page = 0; page < pages; ++page)
    svg += fmt::format("    <inkscape:page x=\"0\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                       page * kPageHeight, kPageWidth, kPageHeight);
  svg += "  </sodipodi:namedview>\n  <defs>";
  for (std::size_t i = 0; i < kColours.size(); ++i)
    svg += fmt::format(
        "<marker id=\"arrow{}\" viewBox=\"0 0 6 6\" refX=\"4\" refY=\"3\" markerWidth=\"5\" "
        "markerHeight=\"5\" orient=\"auto\"><path d=\"M0,0 L6,3 L0,6 z\" fill=\"{}\"/></marker>",
        i, kColours[i]);
  return svg + fmt::format("</defs>\n  <rect width=\"{}\" height=\"{}\" fill=\"white\"/>\n",
                           kPageWidth, pages * kPageHeight);
}

}  // namespace

const char* heading_name(Heading heading) {
  static constexpr std::array<const char*, 4> names{"up", "right", "down", "left"};
  return names[static_cast<int>(heading)];
}

int JumpMaze::target(int square, Heading heading) const {
  static constexpr std::array<int, 4> row_step{-1, 0, 1, 0};
  static constexpr std::array<int, 4> col_step{0, 1, 0, -1};
  const int jump = jumps[square];
  const int row = square / cols + jump * row_step[static_cast<int>(heading)];
  const int col = square % cols + jump * col_step[static_cast<int>(heading)];
  if (jump == 0 || row < 0 || row >= rows || col < 0 || col >= cols) return kNoSquare;
  return row * cols + col;
}

std::string JumpMaze::label(int square) const {
  return square == goal ? "G" : jumps[square] == kDead ? "X" : std::to_string(jumps[square]);
}

int JumpMaze::longest_jump(int square) const {
  const int row = square / cols, col = square % cols;
  return std::max({row, rows - 1 - row, col, cols - 1 - col});
}

std::vector<int> JumpMaze::distances_to_goal() const {
  if (u_turns == UTurns::allowed) return distances_with_u_turns(*this);
  const JumpStates states(*this);
  const std::vector<int> left = distances_to(states.graph(), states.goal());
  std::vector<int> distances;
  distances.reserve(squares());
  for (int square = 0; square < squares(); ++square)
    distances.push_back(left[states.in_square(square).index]);
  return distances;
}

std::vector<Heading> JumpStates::headings(int state) const {
  const int arrival = state % arrivals();
  std::vector<Heading> legal;
  for (Heading heading : kHeadings) {
    const bool back = arrival != 0 && opposite(heading) == static_cast<Heading>(arrival - 1);
    if (!back && maze_.target(square(state), heading) != JumpMaze::kNoSquare)
      legal.push_back(heading);
  }
  return legal;
}

int JumpStates::after(int state, Heading heading) const {
  const int to = maze_.target(square(state), heading);
  return encode(to, to == maze_.goal ? 0 : 1 + static_cast<int>(heading));
}

Digraph JumpStates::graph() const {
  std::vector<DigraphArc> arcs;
  for (int state = 0; state < count(); ++state) {
    for (Heading heading : headings(state)) arcs.push_back({state, after(state, heading)});
  }
  return Digraph(count(), arcs);
}

JumpSolutions all_solutions(const JumpMaze& maze, std::size_t limit, std::uint64_t effort) {
  struct Frame {
    int state;
    std::vector<Heading> headings;
    std::size_t tried = 0;
  };
  const JumpStates states(maze);
  const std::vector<int> to_goal = distances_to(states.graph(), states.goal());
  std::vector<bool> on_path(states.count(), false);
  std::vector<Frame> path;
  const auto enter = [&](int state) {
    on_path[state] = true;
    path.push_back({state, states.headings(state)});
  };
  JumpSolutions solutions;
  int length = to_goal[states.start()];
  while (length != kUnreachable && solutions.complete) {
    int next_length = kUnreachable;  // minimum length that is too long for this search
    for (enter(states.start()); !path.empty() && solutions.complete;) {
      check_stop();
      Frame& frame = path.back();
      if (frame.tried == frame.headings.size()) {
        on_path[frame.state] = false;
        path.pop_back();
        continue;
      }
      const int next = states.after(frame.state, frame.headings[frame.tried++]);
      if (effort-- == 0) solutions.complete = false;
      if (on_path[next] || to_goal[next] == kUnreachable) continue;
      const int at_least = static_cast<int>(path.size()) + to_goal[next];
      if (at_least > length) {
        if (next_length == kUnreachable || at_least < next_length) next_length = at_least;
      } else if (next != states.goal()) {
        enter(next);
      } else if (at_least == length && solutions.found.size() == limit) {
        solutions.complete = false;
      } else if (at_least == length) {
        JumpSolution& solution = solutions.found.emplace_back();
        for (const Frame& passed : path) {
          solution.squares.push_back(states.square(passed.state));
          solution.headings.push_back(passed.headings[passed.tried - 1]);
        }
        solution.squares.push_back(maze.goal);
      }
    }
    length = next_length;
  }
  return solutions;
}

JumpSolution shortest_solution(const JumpMaze& maze) {
  const JumpStates states(maze);
  const std::vector<int> path = shortest_path(states.graph(), states.start(), states.goal());
  JumpSolution solution;
  for (std::size_t i = 0; i < path.size(); ++i) {
    solution.squares.push_back(states.square(path[i]));
    if (i == 0) continue;
    const std::vector<Heading> legal = states.headings(path[i - 1]);
    solution.headings.push_back(*std::find_if(legal.begin(), legal.end(), [&](Heading heading) {
      return states.after(path[i - 1], heading) == path[i];
    }));
  }
  return solution;
}

std::uint64_t count_shortest_solutions(const JumpMaze& maze) {
  const JumpStates states(maze);
  const int goal = states.goal();
  return count_shortest_paths(states.graph(), states.start(), {&goal, 1});
}

std::vector<std::vector<int>> traps(const JumpMaze& maze) {
  JumpMaze with_u_turns = maze;
  with_u_turns.u_turns = UTurns::allowed;
  auto closed = closed_components(JumpStates(with_u_turns).graph());
  std::erase_if(closed, [&](const std::vector<int>& squares) {
    return std::find(squares.begin(), squares.end(), maze.goal) != squares.end();
  });
  return closed;
}

JumpMaze random_jump_maze(int rows, int cols, int start, int goal, Rng& rng) {
  check_sides("board side", rows, cols, 3, JumpMaze::kMaxSide);
  if (goal == -1) goal = rows * cols - 1;
  JumpMaze maze{rows, cols, std::vector<std::uint8_t>(rows * cols), start, goal};
  check_square("start", start, maze.squares());
  check_square("goal", goal, maze.squares());
  if (start == goal) throw BadInput("start", std::to_string(start), "a square other than the goal");
  for (int square = 0; square < maze.squares(); ++square) {
    if (square != goal) maze.jumps[square] = random_jump(maze, square, rng);
  }
  return maze;
}

JumpMaze random_neighbour(const JumpMaze& maze, Rng& rng) {
  int square = 0;
  do {  // skips the centre of a 3x3 board, which has only one possible jump
    square = static_cast<int>(rng.uniform_int(maze.squares()));
  } while (square == maze.goal || (maze.longest_jump(square) < 2 && maze.jumps[square] == 1));
  JumpMaze changed = maze;
  while (changed.jumps[square] == maze.jumps[square])
    changed.jumps[square] = random_jump(maze, square, rng);
  return changed;
}

JumpMaze parse_jump_maze(const std::string& text) {
  const auto rows = read_rows("jump maze", text, '#', split_row);
  if (rows.empty()) throw BadInput("jump maze", "''", "rows of numbers, such as 221/122/220");
  check_rows(rows, "squares", JumpMaze::kMaxSide);
  JumpMaze maze{static_cast<int>(rows.size()), static_cast<int>(rows[0].size()), {}, 0, 0};
  for (const std::string& line : split_text(text, '\n'))
    if (split_words(line) == split_words(kNoUTurns)) maze.u_turns = UTurns::forbidden;
  int goals = 0, starts = 0;
  const bool has_letter = std::any_of(rows.begin(), rows.end(), [](const auto& row) {
    return std::any_of(row.begin(), row.end(), [](const Square& square) {
      return square.label == "G" || square.label == "g";
    });
  });
  for (const auto& row : rows) {
    for (const Square& square : row) {
      const int here = static_cast<int>(maze.jumps.size());
      const bool dead = has_letter && square.label == "0";
      maze.jumps.push_back(dead ? JumpMaze::kDead
                                : static_cast<std::uint8_t>(read_jump(square.label)));
      if (maze.jumps.back() == 0) maze.goal = here, ++goals;
      if (square.start) maze.start = here, ++starts;
    }
  }
  if (goals != 1)
    throw BadInput("jump maze with", fmt::format("{} goals", goals), "exactly one goal (0 or G)");
  if (starts > 1)
    throw BadInput("jump maze with", fmt::format("{} starts", starts),
                   "at most one square in brackets");
  if (maze.start == maze.goal) throw BadInput("jump maze's start", "on the goal", "another square");
  return maze;
}

std::string to_text(const JumpMaze& maze) {
  const bool wide = std::any_of(maze.jumps.begin(), maze.jumps.end(),
                                [](int jump) { return jump > 9 && jump != JumpMaze::kDead; });
  const std::string rule = maze.u_turns == UTurns::allowed ? "" : fmt::format("{}\n", kNoUTurns);
  return rule + board_text(maze.squares(), maze.cols, [&](int square) {
           std::string label = maze.label(square);
           if (square == maze.start) label = "[" + label + "]";
           return fmt::format("{:>{}}", label, wide ? 4 : 3);
         });
}

std::string distance_table(const JumpMaze& maze) {
  const std::vector<int> distances = maze.distances_to_goal();
  return board_text(maze.squares(), maze.cols, [&](int square) {
    const int distance = distances[square];
    return fmt::format("{:>4}", distance == kUnreachable ? "-" : std::to_string(distance));
  });
}

std::string to_dot(const JumpMaze& maze) {
  const JumpSolution solution = shortest_solution(maze);
  std::set<std::pair<int, int>> bold;
  for (std::size_t i = 0; i + 1 < solution.squares.size(); ++i)
    bold.insert({solution.squares[i], solution.squares[i + 1]});
  std::string dot =
      "digraph jump_maze {\n  layout=neato;\n  node [shape=box, fontname=monospace];\n";
  for (int square = 0; square < maze.squares(); ++square) {
    dot += fmt::format("  q{} [label=\"{}\", pos=\"{},{}!\"{}];\n", square, maze.label(square),
                       square % maze.cols, maze.rows - 1 - square / maze.cols,
                       square == maze.start || square == maze.goal ? ", penwidth=3" : "");
  }
  for (int square = 0; square < maze.squares(); ++square) {
    for (Heading heading : kHeadings) {
      const int to = maze.target(square, heading);
      if (to == JumpMaze::kNoSquare) continue;
      dot += fmt::format("  q{} -> q{}{};\n", square, to,
                         bold.contains({square, to}) ? " [penwidth=3]" : "");
    }
  }
  return dot + "}\n";
}

std::span<const MoveId> JumpRules::moves(StateId state) const {
  static const std::array<MoveId, 4> numbers{MoveId(0), MoveId(1), MoveId(2), MoveId(3)};
  return std::span(numbers).first(states().headings(state.index).size());
}

bool JumpRules::is_goal(StateId state) const { return states().square(state.index) == maze_.goal; }

Heading JumpRules::heading(StateId state, MoveId move) const {
  const std::vector<Heading> legal = states().headings(state.index);
  assert(move.index >= 0 && move.index < static_cast<int>(legal.size()));
  return legal[move.index];
}

StateId JumpRules::result(StateId state, MoveId move) const {
  return StateId(states().after(state.index, heading(state, move)));
}

std::string JumpRules::describe(StateId state) const {
  return square_name(states().square(state.index), maze_.cols);
}

std::string JumpRules::describe(StateId state, MoveId move) const {
  const int length = maze_.jumps[states().square(state.index)];
  return fmt::format("{} {}", pluralize(static_cast<std::uint64_t>(length), "square"),
                     heading_name(heading(state, move)));
}

JumpWorld::JumpWorld(JumpMaze maze)
    : JumpWorld(std::make_shared<const JumpRules>(std::move(maze))) {}

JumpWorld::JumpWorld(std::shared_ptr<const JumpRules> board)
    : DiscreteWorld(board, board->maze().u_turns == UTurns::allowed ? "jump" : "jump-no-u-turn",
                    StateId(board->states().start()), board->states().count()),
      board_(std::move(board)) {}

std::unique_ptr<World> JumpWorld::clone() const { return std::make_unique<JumpWorld>(*this); }

std::string jump_sheet_svg(const JumpMaze& maze, const std::string& title,
                           const JumpSolutions* all) {
  const JumpSolution shortest = shortest_solution(maze);
  std::vector<JumpSolution> paths{shortest};
  std::string note = fmt::format("The shortest solution takes {} moves.", shortest.moves());
  if (all != nullptr) {
    paths = all->found;
    note = fmt::format("{}{} solutions without loops; the shortest takes {} moves.",
                       all->complete ? "" : "More than ", paths.size(), shortest.moves());
  }
  if (shortest.squares.empty()) {
    paths.clear();
    note = "There is no path to the goal.";
  }
  const char* const rule =
      maze.u_turns == UTurns::allowed
          ? "The number on a square is the exact length of the next jump: up, right, down or left."
          : "The number on a square is the exact length of the next jump: ahead, left or right, "
            "but never straight back.";
  const Board puzzle{maze, 55}, answer{maze, kPageHeight + 55};
  const auto line = [](double y, double size, const std::string& text) {
    return svg_text(kPageWidth / 2, y, size, "middle", text);
  };
  int pages = 2;
  const std::string drawn = draw_paths(answer, paths, all != nullptr, pages);
  return sheet_header(pages) + line(28, 9, title) + line(40, 4, rule) + draw_board(puzzle) +
         line(puzzle.bottom() + 14, 4, note) +
         line(kPageHeight + 28, 9, title + (all == nullptr ? ": solution" : ": all solutions")) +
         draw_board(answer) + drawn + "</svg>\n";
}

}  // namespace marblemaze
