// Draws lamps or a board of numbers, as a picture of two dimensions.
import { byId } from "./words.js";

const kMargin = 8;  // pixels

export class BoardView {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {function(): Object<string, string>} colours of the page at present
   * @param {function(number): void} chosen a move was, by a click
   */
  constructor(canvas, colours, chosen) {
    this.canvas = canvas;
    this.colours = colours;
    canvas.onclick = ({ offsetX, offsetY }) => {
      const move = this.choiceAt(offsetX, offsetY);
      if (move !== undefined) chosen(move);
    };
  }
  open(run) { this.run = run; }
  setPalette() {}
  openings() { return ""; }
  /** The arrows of the page have nothing to stand around. */
  tips() { return []; }

  draw(run, time) {
    const { board, lamps } = run.boardAt(time), colours = this.colours();
    const canvas = this.canvas, ratio = Math.min(window.devicePixelRatio || 1, 2), c = canvas.getContext("2d");
    const width = canvas.clientWidth, height = canvas.clientHeight;
    canvas.width = Math.max(Math.round(width * ratio), 1);
    canvas.height = Math.max(Math.round(height * ratio), 1);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.fillStyle = colours.page;
    c.fillRect(0, 0, width, height);
    c.textAlign = "center";
    c.textBaseline = "middle";
    if (board) this.drawBoard(c, width, height, board, colours);
    else this.drawLamps(c, width, height, lamps, colours);
  }

  drawBoard(c, width, height, { rows, cols, jumps, goal, square }, colours) {
    const high = height - byId("pad").offsetHeight - 2 * kMargin, side = Math.min((width - 40) / cols, (high - 2 * kMargin) / rows, 86);
    const left = (width - side * cols) / 2, top = (high - side * rows) / 2 + kMargin;
    this.squares = { left, top, side };
    const reach = jumps[square];
    jumps.forEach((jump, i) => {
      const row = Math.floor(i / cols), col = i % cols, x = left + col * side, y = top + row * side;
      const away = [Math.abs(row - Math.floor(square / cols)), Math.abs(col - (square % cols))];
      const next = reach > 0 && ((away[0] === reach && away[1] === 0) || (away[1] === reach && away[0] === 0));
      c.beginPath();
      c.roundRect ? c.roundRect(x + 3, y + 3, side - 6, side - 6, 8) : c.rect(x + 3, y + 3, side - 6, side - 6);
      c.fillStyle = i === square ? colours.ball : i === goal ? colours.goodBack : colours.panel;
      c.fill();
      c.lineWidth = next ? 2.5 : 1;
      c.strokeStyle = next ? colours.accent : colours.line;
      c.stroke();
      c.fillStyle = i === square ? "white" : i === goal ? colours.good : colours.text;
      c.font = `600 ${Math.round(side * 0.36)}px system-ui, sans-serif`;
      c.fillText(i === goal ? "\u2605" : String(jump), x + side / 2, y + side / 2 + 1);
    });
  }

  drawLamps(c, width, height, lamps, colours) {
    const step = Math.min((width - 40) / 4, 150), radius = step * 0.33, y = height / 2 + 10;
    this.lamps = [];
    for (let i = 0; i < 4; ++i) {
      const x = width / 2 + (i - 1.5) * step, on = (lamps >> (3 - i)) & 1;
      this.lamps[3 - i] = [x, y, radius];
      const glow = c.createRadialGradient(x - radius / 3, y - radius / 3, radius / 8, x, y, radius);
      glow.addColorStop(0, on ? "#fff3b8" : colours.panel);
      glow.addColorStop(1, on ? "#f0a91c" : colours.line);
      c.beginPath();
      c.arc(x, y, radius, 0, 7);
      c.fillStyle = glow;
      if (on) { c.shadowColor = "#f0a91c"; c.shadowBlur = radius * 0.9; }
      c.fill();
      c.shadowBlur = 0;
      c.fillStyle = colours.dim;
      c.font = "15px system-ui, sans-serif";
      c.fillText(`lamp ${3 - i}: ${on ? "on" : "off"}`, x, y + radius + 24);
    }
  }

  /** The move that leads to a side, x right, y up; undefined where none does. Lamps have no sides. */
  choiceTowards(run, x, y) {
    const heading = x ? (x > 0 ? "right" : "left") : y > 0 ? "up" : "down";
    return run.now.choices.find(({ words }) => words.endsWith(heading))?.move;
  }
  /** The move that a click there means: the lamp, or the side of the square on which the player stands. */
  choiceAt(x, y) {
    const { board, choices } = this.run.now;
    if (!board) return choices.find(({ move }) => Math.hypot(x - this.lamps[move][0], y - this.lamps[move][1]) < this.lamps[move][2])?.move;
    const { left, top, side } = this.squares, { square, cols } = board;
    const col = Math.floor((x - left) / side) - (square % cols), row = Math.floor((y - top) / side) - Math.floor(square / cols);
    return (row === 0) === (col === 0) ? undefined : this.choiceTowards(this.run, Math.sign(col), -Math.sign(row));
  }
}
