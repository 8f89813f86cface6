// Draws a pose of the maze with the viewer's own shaders.
const kPalettes = {
  dark: {
    centre: [0.098, 0.118, 0.165], rim: [0.035, 0.043, 0.068], glass: [0.36, 0.54, 0.88],
    opacity: [0.07, 0.3], shine: 0.1, edge: [0.8, 0.89, 1, 1], freeEdge: [0.62, 0.74, 0.95, 0.34],
    marble: [1, 0.22, 0.13, 1], stripe: [1, 0.93, 0.86, 1], target: [0.18, 0.9, 0.4, 1],
    start: [0.55, 0.72, 1, 1], path: [1, 0.72, 0.16, 0.95], trail: [1, 0.46, 0.36, 0.75],
    ring: [0.55, 0.66, 0.9, 0.16], shadow: [0, 0, 0, 0.42], gravity: [1, 0.86, 0.2, 1],
  },
  light: {
    centre: [0.985, 0.988, 0.995], rim: [0.83, 0.86, 0.91], glass: [0.34, 0.53, 0.86],
    opacity: [0.065, 0.28], shine: 0.06, edge: [0.13, 0.22, 0.42, 0.88], freeEdge: [0.2, 0.3, 0.5, 0.34],
    marble: [0.9, 0.1, 0.06, 1], stripe: [1, 0.93, 0.86, 1], target: [0.02, 0.62, 0.24, 1],
    start: [0.2, 0.4, 0.9, 1], path: [0.8, 0.48, 0, 0.95], trail: [0.86, 0.22, 0.14, 0.7],
    ring: [0.25, 0.33, 0.5, 0.22], shadow: [0.1, 0.13, 0.22, 0.28], gravity: [0.93, 0.55, 0, 1],
  },
};
const kFieldOfView = 0.6, kPointsHigh = 720, kXray = 0.34, kClearSight = 2.3;
const kTargetRadius = 0.2, kStartRadius = 0.12, kCompassShare = 0.13;
const kLightFromEye = [0.45, 0.75, 0.55];

// An array of vertex attributes, one entry for each thing drawn: floats, then colours of four bytes.
class Instances {
  constructor(gl, layout, divisor = 1) {
    this.gl = gl;
    this.layout = layout;  // [location, components, "float" or "colour"]
    this.stride = layout.reduce((sum, [, n, kind]) => sum + (kind === "float" ? 4 * n : 4), 0);
    this.array = gl.createVertexArray();
    this.buffer = gl.createBuffer();
    this.divisor = divisor;
    this.count = 0;
  }
  // Rows of numbers in the layout's order; colours as four numbers from 0 to 1.
  fill(rows) {
    const view = new DataView(new ArrayBuffer(this.stride * rows.length));
    let at = 0;
    for (const row of rows) {
      let k = 0;
      for (const [, n, kind] of this.layout)
        for (let i = 0; i < n; ++i, ++k)
          if (kind === "float") { view.setFloat32(at, row[k], true); at += 4; }
          else view.setUint8(at++, Math.round(clamp(row[k], 0, 1) * 255));
    }
    this.count = rows.length;
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, view, this.gl.DYNAMIC_DRAW);
    return this;
  }
  bind(first = 0) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    let offset = first * this.stride;
    for (const [location, n, kind] of this.layout) {
      const float = kind === "float";
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, n, float ? gl.FLOAT : gl.UNSIGNED_BYTE, !float, this.stride, offset);
      gl.vertexAttribDivisor(location, this.divisor);
      offset += float ? 4 * n : 4;
    }
  }
}

class Program {
  constructor(gl, name, sources) {
    this.gl = gl;
    this.program = gl.createProgram();
    this.places = new Map();
    for (const [stage, kind] of [[".vert", gl.VERTEX_SHADER], [".frag", gl.FRAGMENT_SHADER]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, "#version 300 es\nprecision highp float;\nprecision highp int;\n" + sources[name + stage]);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(name + stage + ": " + gl.getShaderInfoLog(shader));
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) throw new Error(name + ": " + gl.getProgramInfoLog(this.program));
  }
  use(uniforms) {
    this.gl.useProgram(this.program);
    for (const [name, value] of Object.entries(uniforms)) this.set(name, value);
  }
  set(name, value) {
    if (!this.places.has(name)) this.places.set(name, this.gl.getUniformLocation(this.program, name));
    const gl = this.gl, place = this.places.get(name);
    if (typeof value === "number") gl.uniform1f(place, value);
    else if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
    else gl["uniform" + value.length + "fv"](place, value);
  }
}

function ballRows(around, high) {
  const point = (i, k) => {
    const a = (2 * Math.PI * i) / around, b = Math.PI * (k / high - 0.5);
    const p = [Math.cos(b) * Math.cos(a), Math.cos(b) * Math.sin(a), Math.sin(b)];
    return [...p, ...p];
  };
  const rows = [];
  for (let k = 0; k < high; ++k)
    for (let i = 0; i < around; ++i)
      rows.push(point(i, k), point(i + 1, k), point(i + 1, k + 1), point(i, k), point(i + 1, k + 1), point(i, k + 1));
  return rows;
}

class Scene {
  constructor(canvas, sources, recording) {
    this.canvas = canvas;
    const gl = (this.gl = canvas.getContext("webgl2", { antialias: true, alpha: false }));
    if (!gl) throw new Error("this browser offers no WebGL 2");
    this.programs = {};
    for (const name of ["background", "ground", "wall", "solid", "line"]) this.programs[name] = new Program(gl, name, sources);
    const line = [[0, 4, "float"], [1, 4, "float"], [2, 4, "colour"], [3, 4, "colour"]];
    this.wallBuffer = new Instances(gl, [[0, 4, "float"], [1, 4, "colour"]]);
    this.ball = new Instances(gl, [[0, 3, "float"], [1, 3, "float"]], 0).fill(ballRows(40, 24));
    this.solids = new Instances(gl, [[2, 3, "float"], [3, 3, "float"], [4, 4, "float"], [5, 4, "colour"], [6, 4, "colour"]]);
    for (const name of ["edges", "path", "trail", "compass"]) this[name] = new Instances(gl, line);
    this.palette = kPalettes.dark;
    this.open(recording);
  }

  // Draws this one from now on.
  open(recording) {
    this.recording = recording;
    this.walls = new Walls(recording.maze);
    this.half = times(this.walls.dims, 0.5);
    this.reach = Math.hypot(...this.half);
    this.fillLines();
  }
  setPalette(name) {
    this.palette = kPalettes[name];
    this.fillLines();
  }

  fillLines() {
    const palette = this.palette;
    this.eyeCell = null;
    this.edges.fill(this.walls.edges().map(({ from, to, free }) => {
      const width = free ? 1 : 1.45, colour = free ? palette.freeEdge : palette.edge;
      return [...from, width, ...to, width, ...colour, ...colour];
    }));
    const cells = this.recording.path.map((number) => this.walls.centre(number));
    this.path.fill(cells.slice(1).map((to, i) => [...cells[i], 3, ...to, 3, ...palette.path, ...palette.path]));
    this.trailRows = [];
    this.trailLength = [];
    this.fillTrail();
  }

  // Pieces of the marble's way through the maze, and for each frame how many there are by then. A
  // run that goes on adds its new frames.
  fillTrail() {
    const rows = this.trailRows, colour = this.palette.trail, before = rows.length, { frames } = this.recording;
    for (let i = this.trailLength.length; i < frames.length; ++i) {
      const at = this.recording.frame(i).marble;
      this.trailEnd = i === 0 ? at : this.trailEnd;
      if (Math.hypot(...subtract(at, this.trailEnd)) > 0.04) {
        rows.push([...this.trailEnd, 3.2, ...at, 3.2, ...colour, ...colour]);
        this.trailEnd = at;
      }
      this.trailLength.push(rows.length);
    }
    if (rows.length !== before || rows.length === 0) this.trail.fill(rows);
  }

  resize() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.max(Math.round(this.canvas.clientWidth * ratio), 1), height = Math.max(Math.round(this.canvas.clientHeight * ratio), 1);
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
  }

  look(camera) {
    const { width, height } = this.canvas, aspect = width / height;
    const narrow = Math.min(kFieldOfView / 2, Math.atan(Math.tan(kFieldOfView / 2) * aspect));
    const distance = (this.reach / Math.sin(narrow)) * camera.distance;
    const direction = [Math.cos(camera.pitch) * Math.cos(camera.yaw), Math.cos(camera.pitch) * Math.sin(camera.yaw), Math.sin(camera.pitch)];
    const eye = times(direction, distance), view = looking(eye);
    const near = Math.max(distance - 1.6 * this.reach, 0.05);
    const light = unit(add(add(times(view.right, kLightFromEye[0]), times(view.up, kLightFromEye[1])), times(view.back, kLightFromEye[2])));
    const projection = perspective(kFieldOfView, aspect, near, distance + 1.6 * this.reach);
    return { eye, light, direction, distance, size: [width, height], points: Math.max(height / kPointsHigh, 0.75), viewProjection: multiplied(projection, view.matrix) };
  }

  // `time` in seconds; options: path, trail, still. Returns a function from maze coordinates to
  // pixels of the page, for labels.
  draw(time, camera, options) {
    this.resize();
    const gl = this.gl, pose = this.recording.pose(time), view = this.look(camera);
    const turn = options.still ? [0, 0, 0, 1] : pose.maze;
    const model = placing(turn, times(rotated(turn, this.half), -1));
    const marble = transformed(model, [...pose.marble, 1]).slice(0, 3);
    gl.viewport(0, 0, ...view.size);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(true);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.drawBackground();
    if (!options.still) this.drawGround(view);

    const marbleTurn = options.still ? product(conjugate(pose.maze), pose.marbleRotation) : pose.marbleRotation;
    const ball = [...marble, ...Array(3).fill(this.recording.marble_radius), ...marbleTurn, ...this.palette.marble, ...this.palette.stripe];
    gl.enable(gl.DEPTH_TEST);
    this.drawBalls(view, [ball, ...this.marks(model)], 1);
    gl.depthMask(false);
    if (options.path) this.drawLines(this.path, view, model, 0.55);
    if (options.trail) this.drawTrail(view, model, time);
    this.drawWalls(view, model, turn, marble);
    this.drawBalls(view, [ball], kXray);
    this.drawLines(this.edges, view, model, 0.22);
    this.drawCompass(view, turn, options.still ? conjugate(pose.maze) : [0, 0, 0, 1]);
    return (place) => {
      const clip = transformed(view.viewProjection, transformed(model, [...place, 1]));
      return [(clip[0] / clip[3] / 2 + 0.5) * this.canvas.clientWidth, (0.5 - clip[1] / clip[3] / 2) * this.canvas.clientHeight];
    };
  }

  drawBackground() {
    this.programs.background.use({ centre_colour: this.palette.centre, rim_colour: this.palette.rim });
    this.gl.bindVertexArray(this.wallBuffer.array);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, 3);
  }

  drawGround(view) {
    this.programs.ground.use({
      view_projection: view.viewProjection, centre: [0, 0, -this.reach], radius: 1.5 * this.reach,
      ring_colour: this.palette.ring, shadow_colour: this.palette.shadow,
    });
    this.gl.bindVertexArray(this.wallBuffer.array);
    this.gl.drawArrays(this.gl.TRIANGLE_STRIP, 0, 4);
  }

  marks(model) {
    const { start, target } = this.recording.maze;
    return [[start, kStartRadius, this.palette.start], [target, kTargetRadius, this.palette.target]].map(([cell, radius, colour]) =>
      [...transformed(model, [...this.walls.centre(cell), 1]).slice(0, 3), radius, radius, radius, 0, 0, 0, 1, ...colour, 0, 0, 0, 0]);
  }

  drawBalls(view, rows, strength) {
    const gl = this.gl;
    this.programs.solid.use({ view_projection: view.viewProjection, eye: view.eye, light: view.light, strength, soften: 1 });
    this.solids.fill(rows);
    gl.bindVertexArray(this.ball.array);
    this.ball.bind();
    this.solids.bind();
    gl.enable(gl.CULL_FACE);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, this.ball.count, rows.length);
    gl.disable(gl.CULL_FACE);
  }

  drawWalls(view, model, turn, marble) {
    const gl = this.gl, eyeCell = this.walls.eyeCell(add(rotated(conjugate(turn), view.eye), this.half));
    if (String(eyeCell) !== this.eyeCell) {
      this.eyeCell = String(eyeCell);
      this.wallBuffer.fill(this.walls.backToFront(eyeCell).map((wall) => [...wall, ...this.palette.glass, 1]));
    }
    this.programs.wall.use({
      view_projection: view.viewProjection, model, eye: view.eye, marble, light: view.light,
      clear_radius: kClearSight * this.recording.marble_radius, opacity: this.palette.opacity, shine: this.palette.shine,
    });
    gl.bindVertexArray(this.wallBuffer.array);
    this.wallBuffer.bind();
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.wallBuffer.count);
  }

  drawLines(lines, view, model, farStrength, first = 0, count = lines.count) {
    const gl = this.gl;
    this.programs.line.use({
      view_projection: view.viewProjection, model, viewport: view.size, scale: view.points,
      depth_range: [view.distance - 0.75 * this.reach, view.distance + 0.8 * this.reach], far_strength: farStrength, pull: 2e-4,
    });
    gl.bindVertexArray(lines.array);
    lines.bind(first);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
  }

  // This move and the one before; all of it would hide the maze.
  drawTrail(view, model, time) {
    const { moves } = this.recording, move = this.recording.moveAt(time);
    const since = move > 0 ? moves[move - 1].begin_s : 0;
    const first = this.trailLength[this.recording.frameIndex(since)], last = this.trailLength[this.recording.frameIndex(time)];
    this.drawLines(this.trail, view, model, 0.55, first, last - first);
  }

  // In the lower left corner: where gravity pulls.
  drawCompass(view, axes, world) {
    const gl = this.gl, side = Math.round(view.size[1] * kCompassShare), margin = Math.round(view.size[1] * 0.03);
    const small = { ...view, size: [side, side], viewProjection: multiplied(orthographic(1.08, 1, 8), looking(times(view.direction, 4)).matrix) };
    const tints = [[0.95, 0.48, 0.46, 1], [0.5, 0.86, 0.55, 1], [0.47, 0.62, 1, 1]];
    const arrow = (to, width, colour) => {
      const neck = times(to, 0.66);
      return [[0, 0, 0, width, ...neck, width, ...colour, ...colour], [...neck, 3.6 * width, ...to, 0, ...colour, ...colour]];
    };
    const rows = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].flatMap((axis, i) => arrow(times(rotated(axes, axis), 0.72), 1.8, tints[i]));
    rows.push(...arrow(rotated(world, [0, 0, -1]), 4.2, this.palette.gravity));
    this.compass.fill(rows);
    gl.viewport(margin, margin, side, side);
    gl.disable(gl.DEPTH_TEST);
    this.drawLines(this.compass, small, placing([0, 0, 0, 1], [0, 0, 0]), 1);
  }
}
