// Draws a pose of the maze with the viewer's own shaders.
import { add, clamp, conjugate, eyeDirection, looking, multiplied, orthographic, perspective, placing, product, rotated, subtract, times, transformed } from "./linear.js";
import { fit, Instances, Program, Unit } from "./gl.js";
import { haloRow, ribbon, rounded } from "./ribbons.js";
import { Exposure, radiance, screenColour, studioColours } from "./studio.js";
import { Walls } from "./walls.js";

const kFieldOfView = 0.52, kMirroredMarble = 0.22, kCompassShare = 0.13, kTrailWidth = 13, kNet = [80, 45];
const kStartHalo = { ring: 0.16, halfWidth: 0.025, core: 0, reach: 0.2 };
const kTrialFrames = 5, kAffordable_ms = 9;

export class Scene {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Object<string, string>} sources shaders and studio.json by their names
   */
  constructor(canvas, sources) {
    this.canvas = canvas;
    this.sources = sources;
    this.sizes = JSON.parse(sources["studio.json"]).sizes;
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: false });
    this.gl = gl;
    if (!gl) throw new Error("this browser offers no WebGL 2");
    this.exposure = new Exposure(gl, sources);
    this.programs = {};
    const pairs = [["backdrop"], ["panel"], ["ball"], ["halo"], ["line"], ["line", "tube"], ["streak"], ["background", "trail"],
    ["background", "mirror"]];
    for (const [vertex, fragment] of pairs)
      this.programs[fragment || vertex] = new Program(gl, vertex, fragment || vertex, sources);
    const fours = [[0, 4], [1, 4], [2, 4], [3, 4]];  // of panes and of lines
    this.panes = new Instances(gl, fours);
    this.mirroredPanes = new Instances(gl, fours);
    this.balls = new Instances(gl, [[2, 3], [3, 3], [4, 4], [5, 4], [6, 4]]);
    this.halos = new Instances(gl, [[0, 4], [1, 4], [2, 4], [3, 4], [4, 4]]);
    this.hull = new Instances(gl, fours);
    this.path = new Instances(gl, fours);
    this.xrayPath = new Instances(gl, fours);
    this.trail = new Instances(gl, fours);
    this.compass = new Instances(gl, fours);
    this.fine = null;  // with the glow of bright things and the maze in the floor's mirror; null: not tried yet
    this.colours = studioColours(sources, "dark");
  }

  // Draws this one from now on.
  open(recording) {
    this.recording = recording;
    this.walls = new Walls(recording.maze);
    this.half = times(this.walls.dims, 0.5);
    this.reach = Math.hypot(...this.half);
    this.side = Math.max(...this.walls.dims);
    this.least = this.side < this.sizes.large_side ? 1 : this.sizes.faded * clamp((28 - this.side) / 12, 0, 1);
    this.walls.focusOn([...recording.path, recording.maze.target], this.least);
    this.fillLines();
  }
  setPalette(name) {
    this.colours = studioColours(this.sources, name);
    if (this.recording) this.fillLines();
  }

  fillLines() {
    const { colours, sizes } = this;
    this.panes.order = this.mirroredPanes.order = "";
    const points = rounded(this.recording.path.map((number) => this.walls.centre(number)), sizes);
    this.path.fill(ribbon(points, sizes.least_path + 1, screenColour(colours.path)));
    this.xrayPath.fill(ribbon(points, sizes.least_path + 1, screenColour(colours.path, sizes.xray_path)));
    this.hull.fill(this.least < 1 ? this.hullEdges().flatMap((ends) => ribbon(ends, 1.5, screenColour(colours.hull, colours.bright_field ? sizes.hull_ink : sizes.hull_light))) : []);
    this.trailRows = [];
    this.trailLength = [];
    this.fillTrail();
  }

  hullEdges() {
    return [0, 1, 2].flatMap((axis) => [0, 1, 2, 3].map((corner) => {
      const from = this.walls.dims.map((size, i) => (i === axis ? 0 : size * (i === (axis + 1) % 3 ? corner & 1 : corner >> 1)));
      return [from, from.map((c, i) => (i === axis ? this.walls.dims[i] : c))];
    }));
  }

  // Pieces of the marble's way through the maze, and for each frame how many there are by then. A
  // run that goes on adds its new frames.
  fillTrail() {
    const rows = this.trailRows, colour = screenColour(this.colours.trail, 0.55), before = rows.length, { frames } = this.recording;
    for (let i = this.trailLength.length; i < frames.length; ++i) {
      const at = this.recording.frame(i).marble;
      this.trailEnd = i === 0 ? at : this.trailEnd;
      if (Math.hypot(...subtract(at, this.trailEnd)) > this.sizes.trail_piece) {
        rows.push([...this.trailEnd, kTrailWidth, ...at, kTrailWidth, ...colour, ...colour]);
        this.trailEnd = at;
      }
      this.trailLength.push(rows.length);
    }
    if (rows.length !== before || rows.length === 0) this.trail.fill(rows);
  }

  look(camera) {
    const { width, height } = this.canvas, aspect = width / height;
    const narrow = Math.min(kFieldOfView / 2, Math.atan(Math.tan(kFieldOfView / 2) * aspect));
    const distance = (this.reach / Math.sin(narrow)) * camera.distance;
    const direction = eyeDirection(camera), eye = times(direction, distance), view = looking(eye);
    const near = Math.max(distance - 1.6 * this.reach, 0.05);
    const projection = perspective(kFieldOfView, aspect, near, distance + 1.6 * this.reach), half = Math.tan(kFieldOfView / 2);
    return {
      ...view, eye, direction, distance, size: [width, height], points: Math.max(height / this.sizes.points_high, 0.75), half,
      pixelAngle: (2 * half) / height, viewProjection: multiplied(projection, view.matrix), yaw: camera.yaw,
    };
  }

  // What the shaders of the studio share.
  shared(view) {
    const { colours } = this;
    return {
      view_projection: view.viewProjection, eye: view.eye, camera_right: view.right, camera_up: view.up,
      pixel_angle: view.pixelAngle, light_space: this.exposure.lightSpace,
      studio_forward: [-Math.cos(view.yaw), -Math.sin(view.yaw)], bright_field: Number(colours.bright_field),
      backdrop_top: radiance(colours.top), backdrop_horizon: radiance(colours.horizon), backdrop_low: radiance(colours.low),
      glow_adds: Number(!colours.bright_field),
    };
  }
  // Cells that a point covers where the maze is.
  pointSize(view) { return (2 * view.half * view.distance) / this.sizes.points_high; }

  // Leaves the costlier effects on where this machine draws them in time. A renderer without a graphics card is not made to
  // try.
  tryFine(draw) {
    const gl = this.gl, names = gl.getExtension("WEBGL_debug_renderer_info");
    this.fine = false;
    if (/swiftshader|llvmpipe|software/i.test(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER))) return;
    this.fine = true;
    const times = Array.from({ length: kTrialFrames }, () => {
      const began = performance.now();
      draw();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));  // waits until all is drawn
      return performance.now() - began;
    });
    this.fine = times.sort((a, b) => a - b)[kTrialFrames >> 1] <= kAffordable_ms;
  }

  /**
   * @param {number} time in seconds
   * @param { {yaw: number, pitch: number, distance: number}} camera
   * @param { {path: boolean, trail: boolean, still: boolean, whole?: boolean}} options `whole`: the way since the beginning
   * @returns {function(number[], boolean=): number[]} from a place in the maze, or in the room, to pixels of the page
   */
  draw(time, camera, options) {
    fit(this.canvas);
    if (this.fine === null) this.tryFine(() => this.draw(time, camera, options));
    const gl = this.gl, pose = this.recording.pose(time), view = this.look(camera);
    const turn = options.still ? [0, 0, 0, 1] : pose.maze;
    const model = placing(turn, times(rotated(turn, this.half), -1));
    const marble = transformed(model, [...pose.marble, 1]).slice(0, 3);
    this.exposure.begin(view.size);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(true);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.drawBackdrop(view, model, options.still);
    if (this.fine && !options.still) this.drawMirrorImage(view, model, turn);
    if (options.trail || options.whole) this.drawTrail(view, model, time, options.whole);

    const marbleTurn = options.still ? product(conjugate(pose.maze), pose.marbleRotation) : pose.marbleRotation;
    const radius = Math.max(this.recording.marble_radius, this.sizes.least_marble * this.pointSize(view));
    const ball = [...marble, radius, radius, radius, ...marbleTurn, ...screenColour(this.colours.marble), ...screenColour(this.colours.marble_band)];
    gl.enable(gl.DEPTH_TEST);
    this.drawBall(view, ball, 1);
    gl.depthMask(false);
    for (const image of this.walls.mirrorImages(pose.marble, radius, add(rotated(conjugate(turn), view.eye), this.half)))
      this.drawBall(view, [...transformed(model, [...image, 1]).slice(0, 3), ...ball.slice(3)], kMirroredMarble);
    if (options.path) this.drawLines("tube", this.path, view, model, this.sizes.far_lines);
    this.drawMarks(view, model);
    this.drawMaze(view, model, turn, marble, radius);
    if (options.whole) this.drawTrail(view, model, time, true);
    if (options.path) this.drawLines("tube", this.xrayPath, view, model, this.sizes.far_lines);
    this.drawBall(view, ball, this.sizes.xray_marble);
    this.drawLines("line", this.hull, view, model, 0.5);
    this.drawCompass(view, turn, options.still ? conjugate(pose.maze) : [0, 0, 0, 1]);
    this.exposure.finish(this.fine ? this.colours.bloom : 0);
    return (place, inRoom = false) => {
      const clip = transformed(view.viewProjection, inRoom ? [...place, 1] : transformed(model, [...place, 1]));
      return [(clip[0] / clip[3] / 2 + 0.5) * this.canvas.clientWidth, (0.5 - clip[1] / clip[3] / 2) * this.canvas.clientHeight];
    };
  }

  drawBackdrop(view, model, still) {
    const { gl, colours } = this, target = transformed(model, [...this.walls.centre(this.recording.maze.target), 1]);
    const corners = Array.from({ length: 8 }, (_, i) => transformed(model, [...this.walls.dims.map((size, a) => size * ((i >> a) & 1)), 1]));
    const lowest = corners.reduce((a, b) => (b[2] < a[2] ? b : a)).slice(0, 3);
    this.programs.backdrop.use({
      ...this.shared(view), ...this.rays(view), net: kNet, glow_towards: times(view.back, -1), glow: radiance(colours.glow), floor_colour: radiance(colours.floor),
      floor_spill: radiance([colours.target, colours.bright_field ? 0 : 0.014]), spill_place: target.slice(0, 2),
      floor_height: -this.reach, floor_seen: still ? 0 : this.floorSeen(view), side: this.side, nearest: lowest,
    });
    gl.bindVertexArray(this.exposure.nothing);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 2 * (kNet[0] + 1), kNet[1]);
  }
  // A point of the picture is seen along ahead + x across + y upward, x and y from -1 to 1.
  rays(view) {
    const wide = (view.half * view.size[0]) / view.size[1];
    return { ahead: times(view.back, -1), across: times(view.right, wide), upward: times(view.up, view.half) };
  }
  floorSeen(view) { return clamp((view.eye[2] / this.reach + 1) / 0.3, 0, 1); }

  // The panes once more under the floor, in a picture of their own that is less sharp the deeper it reaches.
  drawMirrorImage(view, model, turn) {
    const { exposure } = this, floor = -this.reach, mirror = placing([0, 0, 0, 1], [0, 0, 2 * floor]);
    mirror[10] = -1;
    this.fillPanes(this.mirroredPanes, turn, [view.eye[0], view.eye[1], 2 * floor - view.eye[2]]);
    exposure.image.clear();
    const mirrored = [this.colours.floor_mirror * this.floorSeen(view), this.sizes.image_depth * this.side];
    this.drawPanes(this.mirroredPanes, view, multiplied(mirror, model), { marble: [0, 0, 2 * floor - this.reach], near_marble: 0, marble_disc: [0, 0, 0], mirrored });
    exposure.bind();
    exposure.image.read(0);
    this.programs.mirror.use({ ...this.shared(view), ...this.rays(view), floor_height: floor, image: new Unit(0), image_size: exposure.image.size });
    exposure.cover();
  }

  drawMarks(view, model) {
    const { colours, sizes } = this, { start, target } = this.recording.maze, adds = !colours.bright_field;
    const marked = { ring: sizes.target_ring, halfWidth: sizes.target_tube, core: sizes.target_core, reach: sizes.target_reach };
    const larger = Math.max(1, (sizes.least_target * this.pointSize(view)) / marked.ring);
    const at = (cell) => transformed(model, [...this.walls.centre(cell), 1]).slice(0, 3);
    this.halos.fill([
      haloRow(at(start), kStartHalo, larger, screenColour(colours.start), [0, 0, 0, 0], 0),
      haloRow(at(target), marked, larger, screenColour(colours.target), screenColour(colours.target_core), adds ? sizes.target_glow : 0),
    ]);
    this.programs.halo.use({ ...this.shared(view), glow_adds: Number(adds) });
    this.drawSquares(this.halos);
  }

  drawBall(view, ball, strength) {
    this.programs.ball.use({ ...this.shared(view), strength });
    this.drawSquares(this.balls.fill([ball]));
  }

  // From back to front for this eye.
  fillPanes(panes, turn, eye) {
    const eyeCell = this.walls.eyeCell(add(rotated(conjugate(turn), eye), this.half));
    if (String(eyeCell) === panes.order) return;
    panes.order = String(eyeCell);
    panes.fill(this.walls.backToFront(eyeCell).map((wall) => [...wall, 0, 0, 0, 0, ...this.walls.sideKinds(wall), ...this.walls.focus(wall)]));
  }
  drawPanes(panes, view, model, uniforms) {
    const { colours } = this;
    this.programs.panel.use({
      ...this.shared(view), model, depth_range: this.depthRange(view), absorption: colours.absorption, glass_amount: 1,
      edge_colour: radiance(colours.edge), floor_height: -this.reach, target: transformed(model, [...this.walls.centre(this.recording.maze.target), 1]).slice(0, 3),
      marble_cast: radiance([colours.marble, this.sizes.marble_cast]), target_cast: radiance([colours.target, this.sizes.target_cast]), ...uniforms,
    });
    this.drawSquares(panes);
  }
  drawMaze(view, model, turn, marble, radius) {
    const clip = transformed(view.viewProjection, [...marble, 1]), away = Math.hypot(...subtract(marble, view.eye));
    this.fillPanes(this.panes, turn, view.eye);
    this.drawPanes(this.panes, view, model, {
      marble, near_marble: this.least < 1 ? this.sizes.near_marble + radius : 0, mirrored: [0, 1],
      marble_disc: [...[0, 1].map((i) => (clip[i] / clip[3] / 2 + 0.5) * view.size[i]), (this.sizes.clear_sight * radius) / (view.pixelAngle * away)],
    });
  }

  drawSquares(instances, first = 0, count = instances.count) {
    const gl = this.gl;
    gl.bindVertexArray(instances.array);
    instances.bind(first);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
  }

  depthRange(view) { return [view.distance - 0.75 * this.reach, view.distance + 0.8 * this.reach]; }

  drawLines(program, lines, view, model, farStrength, first = 0, count = lines.count) {
    this.programs[program].use({
      ...this.shared(view), model, viewport: view.size, scale: view.points, depth_range: this.depthRange(view),
      far_strength: farStrength, pull: 2e-4,
    });
    this.drawSquares(lines, first, count);
  }

  // This move and the one before, since all of it would hide the maze; or the whole way, bright, when it is done.
  drawTrail(view, model, time, whole) {
    const { moves } = this.recording, move = this.recording.moveAt(time);
    const since = move > 0 && !whole ? moves[move - 1].begin_s : 0;
    const first = this.trailLength[this.recording.frameIndex(since)], last = this.trailLength[this.recording.frameIndex(time)];
    const { gl, exposure } = this, { size } = exposure.density, small = { ...view, size, points: (view.points * size[1]) / view.size[1] };
    exposure.density.clear();
    gl.disable(gl.DEPTH_TEST);
    gl.blendEquation(gl.MAX);
    this.drawLines("streak", this.trail, small, model, this.sizes.far_lines, first, last - first);
    gl.blendEquation(gl.FUNC_ADD);
    exposure.bind();
    exposure.density.read(0);
    this.programs.trail.use({ ...this.shared(view), density: new Unit(0), streak_colour: screenColour(whole ? this.colours.target : this.colours.trail).slice(0, 3) });
    exposure.cover();
    gl.enable(gl.DEPTH_TEST);
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
    rows.push(...arrow(rotated(world, [0, 0, -1]), 4.2, screenColour(this.colours.gravity)));
    this.compass.fill(rows);
    gl.viewport(margin, margin, side, side);
    gl.disable(gl.DEPTH_TEST);
    this.drawLines("line", this.compass, small, placing([0, 0, 0, 1], [0, 0, 0]), 1);
  }
}
