// The walls of a maze file as unit squares by lowest corner and axis, put in order from back to
// front, and the lines that make them legible.
class Walls {
  constructor(maze) {
    this.dims = maze.dims;
    this.outer = maze.layers === "outer";
    this.open = new Set(maze.open.map(String));
    this.sides = new Map();  // by padded cell: bit a says that its low side on axis a is a wall
    for (const cell of this.positions(1))
      for (let axis = 0; axis < 3; ++axis)
        if (this.isWall(cell, axis)) this.sides.set(this.key(cell), (this.sides.get(this.key(cell)) || 0) | (1 << axis));
  }

  number([x, y, z]) { return (z * this.dims[1] + y) * this.dims[0] + x + 1; }
  centre(number) {
    const [w, h] = this.dims, i = number - 1;
    return [(i % w) + 0.5, (Math.floor(i / w) % h) + 0.5, Math.floor(i / (w * h)) + 0.5];
  }
  *positions(more) {
    for (let z = 0; z < this.dims[2] + more; ++z)
      for (let y = 0; y < this.dims[1] + more; ++y)
        for (let x = 0; x < this.dims[0] + more; ++x) yield [x, y, z];
  }
  inMaze(p) {
    if (p.some((v, i) => v < 0 || v >= this.dims[i])) return false;
    return !this.outer || p.some((v, i) => v === 0 || v === this.dims[i] - 1);
  }
  isWall(cell, axis) {
    const below = cell.slice();
    --below[axis];
    const here = this.inMaze(cell), there = this.inMaze(below);
    if (here && there) return !this.open.has(String([this.number(below), this.number(cell)]));
    return here !== there;
  }
  key([x, y, z]) { return ((z + 1) * (this.dims[1] + 2) + y + 1) * (this.dims[0] + 2) + x + 1; }
  has(cell, axis) { return ((this.sides.get(this.key(cell)) || 0) >> axis) & 1; }

  // The cell in which the eye is, those outside counted as one layer around the maze. The order of
  // the walls depends on nothing else.
  eyeCell(eye) { return eye.map((v, i) => clamp(Math.floor(v), -1, this.dims[i])); }

  // Slab by slab along each axis, the farthest first; each wall with the cell whose far side it is.
  backToFront(eyeCell) {
    const slabs = (axis) => {
      const order = [];
      for (let k = -1; k < eyeCell[axis]; ++k) order.push(k);
      for (let k = this.dims[axis]; k > eyeCell[axis]; --k) order.push(k);
      return [...order, eyeCell[axis]];
    };
    const walls = [], [xs, ys, zs] = [0, 1, 2].map(slabs);
    for (const z of zs) for (const y of ys) for (const x of xs) this.visit([x, y, z], eyeCell, walls);
    return walls;
  }
  visit(cell, eyeCell, walls) {
    for (let axis = 0; axis < 3; ++axis) {
      if (cell[axis] <= eyeCell[axis] && this.has(cell, axis)) walls.push([...cell, axis]);
      if (cell[axis] < eyeCell[axis] || cell[axis] >= this.dims[axis]) continue;
      const above = cell.slice();
      ++above[axis];
      if (this.has(above, axis)) walls.push([...above, axis]);
    }
  }

  // Where walls meet at a right angle, and the free rims of walls; nothing where two walls of one
  // plane meet.
  edges() {
    const lines = [];
    for (const start of this.positions(1))
      for (let axis = 0; axis < 3; ++axis) {
        if (start[axis] >= this.dims[axis]) continue;
        const kind = this.edgeKind(start, axis);
        const end = start.slice();
        ++end[axis];
        if (kind) lines.push({ from: start, to: end, free: kind === "free" });
      }
    return lines;
  }
  edgeKind(corner, axis) {
    const inPlane = [1, 2].map((turn) => {
      const normal = (axis + turn) % 3, beside = corner.slice();
      --beside[3 - axis - normal];
      return this.has(corner, normal) + this.has(beside, normal);
    });
    if (inPlane[0] && inPlane[1]) return "corner";
    return inPlane[0] + inPlane[1] === 1 ? "free" : "";
  }
}
