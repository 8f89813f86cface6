// Renders the maze with the shaders of the desktop viewer, without bloom and reflections.
import {
  add,
  cameraDirection,
  clamp,
  conjugate,
  lerp,
  lookAtOrigin,
  multiply,
  multiplyQuaternions,
  perspective,
  rigidTransform,
  rotate,
  scale,
  smoothstep,
  subtract,
  transform,
  transformPoint,
} from "./linear.js";
import { resizeToDisplay, Instances, Program } from "./gl.js";
import { required } from "./required.js";
import { polyline, roundCorners } from "./ribbons.js";
import { PostProcessing, linearLight, parseColour } from "./studio.js";
import { Walls } from "./walls.js";

const kFieldOfView = 0.52;
const kBackdropGrid = [80, 45];
const kTrail = { ring: 0, tube: 0, core: -1, reach: 0.13 };
const kTrailPiece = 0.05; // cells
const kStartHalo = { ring: 0.16, tube: 0.025, core: -1, reach: 0.2, glow: 0 };
const kDashes = [0, 0.25, 0.5, 0.75]; // where dashes start between two cell centres
const kDash = 0.13; // length of a dash, cells
const kUnturned = [0, 0, 0, 1];
const kGravityArrow = 1.4; // length of the gravity arrow, cells
const kStages = ["backdrop", "panel", "ball", "halo", "line", "line tube"];

/**
 * @typedef {import("./linear.js").Vector} Vector
 * @typedef {import("./linear.js").Quaternion} Quaternion
 * @typedef {import("./marble_view.js").Area} Area
 * @typedef {import("./recording.js").Recording} Recording
 * @typedef {{[name: string]: import("./gl.js").Uniform}} Uniforms
 * @typedef {Float32Array} Matrix
 * @typedef {[string, number]} Light a colour and its brightness
 *
 * @typedef {Object} Colours the colours of studio.json, and the colour of plans
 * @property {boolean} bright_field
 * @property {number[]} absorption
 * @property {Light} top
 * @property {Light} horizon
 * @property {Light} low
 * @property {Light} glow
 * @property {Light} floor
 * @property {Light} edge
 * @property {string} plan
 * @property {string} marble
 * @property {string} marble_band
 * @property {string} trail
 * @property {string} path
 * @property {string} target
 * @property {string} target_core
 * @property {string} hull
 * @property {string} start
 * @property {string} gravity
 *
 * @typedef {{ring: number, tube: number, core: number, reach: number, glow: number}} Halo
 *
 * @typedef {Object} ViewOnly
 * @property {Vector} eye
 * @property {number[]} size of the image, pixels
 * @property {number} points pixels per point
 * @property {number} pointSize size of a point at the centre of the maze, cells
 * @property {number} pixelAngle
 * @property {number[]} depths
 * @property {{ahead: Vector, across: Vector, upward: Vector}} rays the ray through the image point
 * (x, y), -1 to 1, is ahead + x across + y upward
 * @property {number} floorSeen
 * @property {Matrix} viewProjection
 *
 * @typedef {import("./linear.js").Eye & ViewOnly} View
 */

export class Scene {
  // Set by open():
  /** @type {Recording} */
  recording;
  /** @type {Walls} */
  walls;
  /** @type {Vector} the centre of the maze */
  half;
  /** @type {number} the distance from the centre to a corner */
  reach;
  /** @type {number} the longest side */
  side;
  /** @type {number} focus of the panes far from the path; less than 1 in large mazes */
  minimumFocus;
  /** @type {Vector[]} */
  path;
  /** @type {Vector} */
  start;
  /** @type {Vector} */
  target;
  /** @type {{place: Vector, frame: number}[]} points of the trail at nearly equal distances */
  trail;
  /** @type {number} number of frames in the trail */
  trailFrames;

  // Set by draw():
  /** @type {Colours} */
  colours;
  /** @type {View} */
  view;
  /** @type {Matrix} from the maze frame to the world frame */
  model;
  /** @type {Vector} position of the camera in the maze */
  eye;
  /** @type {Vector} */
  marble;
  /** @type {Quaternion} */
  marbleTurn;
  /** @type {number} radius of the marble as drawn, cells */
  radius;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {{[name: string]: string}} sources shaders and studio.json by name
   */
  constructor(canvas, sources) {
    this.canvas = canvas;
    /**
     * @type {{sizes: {[name: string]: number} & {corner_radius: number, corner_pieces: number},
     * dark: Colours, light: Colours}}
     */
    this.studio = JSON.parse(sources["studio.json"]);
    this.sizes = this.studio.sizes;
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: false });
    if (!gl) throw new Error("this browser does not support WebGL 2");
    this.gl = gl;
    this.postProcessing = new PostProcessing(gl, sources);
    /** @type {{[name: string]: Program}} programs by the name of their fragment shader */
    this.programs = Object.fromEntries(
      kStages.map((stages) => [stages.split(" ").pop(), new Program(gl, stages, sources)]),
    );
    const instances = () => new Instances(gl, 0, [4, 4, 4, 4]);
    this.panes = { behind: instances(), before: instances() };
    this.lines = instances();
    this.balls = new Instances(gl, 2, [3, 3, 4, 4, 4]);
    this.halos = new Instances(gl, 0, [4, 4, 4, 4, 4]);
  }

  /**
   * Prepares the scene for a recording.
   * @param {Recording} recording
   */
  open(recording) {
    const maze = required(recording.maze, "the maze");
    this.recording = recording;
    this.walls = new Walls(maze);
    this.half = scale(this.walls.dims, 0.5);
    this.reach = Math.hypot(...this.half);
    this.side = Math.max(...this.walls.dims);
    this.minimumFocus =
      this.side < this.sizes.large_side ? 1 : this.sizes.faded * clamp((28 - this.side) / 12, 0, 1);
    this.walls.focusOn([...recording.path, maze.target], this.minimumFocus);
    for (const panes of Object.values(this.panes)) panes.order = "";
    const path = recording.path.map((number) => this.walls.centre(number));
    this.path = roundCorners(path, this.sizes);
    this.start = this.walls.centre(maze.start);
    this.target = this.walls.centre(maze.target);
    this.trail = [];
    this.trailFrames = 0;
  }
  /** Adds new frames of a running episode to the trail. */
  extendTrail() {
    const { trail, recording } = this;
    for (; this.trailFrames < recording.frames.length; ++this.trailFrames) {
      const place = recording.frame(this.trailFrames).marble;
      const last = trail.at(-1)?.place ?? place;
      const pieces = Math.floor(Math.hypot(...subtract(place, last)) / kTrailPiece);
      for (let i = 1; i <= pieces; ++i)
        trail.push({ place: lerp(last, place, i / pieces), frame: this.trailFrames });
      if (!trail.length) trail.push({ place, frame: this.trailFrames });
    }
  }

  /**
   * Computes the view. The image fills the canvas, with the maze in the middle of `area`.
   * @param {import("./linear.js").Camera} camera
   * @param {Area} area
   * @param {number} ratio device pixels per CSS pixel
   * @returns {View}
   */
  viewFrom(camera, area, ratio) {
    const { width, height, clientWidth, clientHeight } = this.canvas;
    const free = [Math.max(area.width, 1), Math.max(area.height, 1)];
    const freeHalf = Math.tan(kFieldOfView / 2);
    const narrow = Math.atan(freeHalf * Math.min(1, free[0] / free[1]));
    const distance = (this.reach / Math.sin(narrow)) * camera.distance;
    const eye = scale(cameraDirection(camera), distance);
    const view = lookAtOrigin(eye);
    const half = (freeHalf * clientHeight) / free[1];
    const x = (2 * area.left + free[0]) / clientWidth - 1;
    const y = 1 - (2 * area.top + free[1]) / clientHeight;
    const range = [Math.max(distance - 1.6 * this.reach, 0.05), distance + 1.6 * this.reach];
    const projection = perspective(half, width / height, range, [x, y]);
    const across = scale(view.right, (half * width) / height);
    const upward = scale(view.up, half);
    const ahead = add(view.back, add(scale(across, x), scale(upward, y)));
    return {
      ...view,
      eye,
      size: [width, height],
      points: Math.max((ratio * free[1]) / this.sizes.points_high, 0.75),
      pointSize: (2 * freeHalf * distance) / this.sizes.points_high,
      pixelAngle: (2 * half) / height,
      depths: [distance - 0.75 * this.reach, distance + 0.8 * this.reach],
      rays: { ahead: scale(ahead, -1), across, upward },
      floorSeen: smoothstep(0, 0.3, eye[2] / this.reach + 1),
      viewProjection: multiply(projection, view.matrix),
    };
  }
  /**
   * Binds a program and sets its uniforms, including those that all shaders share.
   * @param {string} name
   * @param {Uniforms} uniforms
   */
  use(name, uniforms = {}) {
    const { colours, view } = this;
    this.programs[name].use({
      view_projection: view.viewProjection,
      eye: view.eye,
      camera_right: view.right,
      camera_up: view.up,
      pixel_angle: view.pixelAngle,
      light_space: this.postProcessing.lightSpace,
      studio_forward: view.away.slice(0, 2),
      bright_field: Number(colours.bright_field),
      backdrop_top: linearLight(colours.top),
      backdrop_horizon: linearLight(colours.horizon),
      backdrop_low: linearLight(colours.low),
      glow_adds: Number(!colours.bright_field),
      ...uniforms,
    });
  }

  /**
   * @param {number} time in seconds
   * @param {import("./recording.js").Pose} pose
   * @param {import("./linear.js").Camera} camera
   * @param {Area} area rectangle that no panel covers
   * @param { {path: boolean, trail: boolean, still: boolean, light: boolean, whole?: boolean, plan:
   * number[][]}} options `whole` draws the complete trail; `plan` contains the cells of each
   * planned move
   */
  draw(time, pose, camera, area, options) {
    const ratio = resizeToDisplay(this.canvas);
    const { gl, sizes, studio, postProcessing } = this;
    const { still, whole = false } = options;
    const plan = getComputedStyle(this.canvas).getPropertyValue("--expectation").slice(1);
    this.colours = { ...studio.dark, ...(options.light ? studio.light : {}), plan };
    this.view = this.viewFrom(camera, area, ratio);
    const turn = still ? kUnturned : pose.maze;
    this.model = rigidTransform(turn, scale(rotate(turn, this.half), -1));
    this.eye = add(rotate(conjugate(turn), this.view.eye), this.half);
    this.marble = pose.marble;
    this.marbleTurn = still
      ? multiplyQuaternions(conjugate(pose.maze), pose.marbleRotation)
      : pose.marbleRotation;
    const least = sizes.least_marble * this.view.pointSize;
    this.radius = Math.max(this.recording.marble_radius, least);
    this.extendTrail();

    postProcessing.begin(this.view.size);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(true);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.drawBackdrop(still);
    if (options.trail || whole) this.drawTrail(time, whole);
    gl.depthMask(false);
    this.drawMaze("behind");
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    this.drawMarble(1);
    gl.depthMask(false);
    if (options.path) this.drawPath(1);
    const { start } = this.colours;
    if (!this.recording.isUntouched) this.drawHalos([this.start], kStartHalo, start, start);
    this.drawTarget();
    this.drawMaze("before");
    if (whole) this.drawTrail(time, true);
    if (options.path) this.drawPath(sizes.xray_path);
    this.drawPlan(options.plan);
    this.drawMarble(sizes.xray_marble);
    if (this.minimumFocus < 1) this.drawHull();
    if (still) this.drawGravity(rotate(conjugate(pose.maze), [0, 0, -kGravityArrow]));
    postProcessing.finish();
  }
  /**
   * Projects a point of the maze to CSS pixels.
   * @param {Vector} place
   */
  toPixels(place) {
    const [x, y, , w] = transform(this.view.viewProjection, [
      ...transformPoint(this.model, place),
      1,
    ]);
    const { clientWidth, clientHeight } = this.canvas;
    return [(x / w / 2 + 0.5) * clientWidth, (0.5 - y / w / 2) * clientHeight];
  }

  /** @param {boolean} still */
  drawBackdrop(still) {
    const { gl, colours, view } = this;
    const [w, h, d] = this.walls.dims;
    const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
      transformPoint(this.model, [w * (i & 1), h * ((i >> 1) & 1), d * (i >> 2)]),
    );
    this.use("backdrop", {
      ...view.rays,
      net: kBackdropGrid,
      glow_towards: scale(view.back, -1),
      glow: linearLight(colours.glow),
      floor_colour: linearLight(colours.floor),
      floor_spill: linearLight([colours.target, colours.bright_field ? 0 : 0.014]),
      spill_place: transformPoint(this.model, this.target).slice(0, 2),
      floor_height: -this.reach,
      floor_seen: still ? 0 : view.floorSeen,
      side: this.side,
      nearest: corners.reduce((a, b) => (b[2] < a[2] ? b : a)),
    });
    gl.bindVertexArray(this.postProcessing.nothing);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 2 * (kBackdropGrid[0] + 1), kBackdropGrid[1]);
  }

  /** @param {number} strength */
  drawPath(strength) {
    const { sizes } = this;
    const wider = (sizes.widest_path - sizes.path_radius) * clamp((this.side - 5) / 7, 0, 1);
    const rows = this.lineOf(this.path, sizes.path_radius + wider, this.colours.path, strength);
    this.drawLines("tube", rows, sizes.far_lines);
  }
  /**
   * Draws the agent's plan in dashes.
   * @param {number[][]} plan
   */
  drawPlan(plan) {
    const dashes = plan.flatMap((cells) => {
      const centres = cells.map((number) => this.walls.centre(number));
      return centres.slice(1).flatMap((to, i) => {
        /** @param {number} at */
        const point = (at) => lerp(centres[i], to, at);
        return kDashes.map((at) => [point(at), point(at + kDash)]);
      });
    });
    const rows = dashes.flatMap((dash) =>
      this.lineOf(dash, this.sizes.path_radius, this.colours.plan, 1),
    );
    this.drawLines("line", rows, 1);
  }
  /**
   * Returns a line with a radius in cells. The line is widened if it would be too thin to see.
   * @param {Vector[]} points
   * @param {number} radius
   * @param {string} colour
   * @param {number} strength
   */
  lineOf(points, radius, colour, strength) {
    const width = Math.max(this.sizes.least_path, (2 * radius) / this.view.pointSize);
    return polyline(points, width, parseColour(colour), strength);
  }
  /** @param {number} strength */
  drawMarble(strength) {
    const { colours, marble, radius } = this;
    const paints = [colours.marble, colours.marble_band].flatMap((colour) => [
      ...parseColour(colour),
      1,
    ]);
    const place = transformPoint(this.model, marble);
    this.use("ball", { strength });
    this.balls.fill([[...place, radius, radius, radius, ...this.marbleTurn, ...paints]]).draw();
  }
  drawTarget() {
    const { colours, sizes } = this;
    const shape = {
      ring: sizes.target_ring,
      tube: sizes.target_tube,
      core: sizes.target_core,
      reach: sizes.target_reach,
      glow: colours.bright_field ? 0 : sizes.target_glow,
    };
    this.drawHalos([this.target], shape, colours.target, colours.target_core);
  }
  /**
   * Draws equal halos. They are enlarged if they would be too small to see.
   * @param {Vector[]} places
   * @param {Halo} halo
   * @param {string} colour
   * @param {string} coreColour
   */
  drawHalos(places, { ring, tube, core, reach, glow }, colour, coreColour) {
    const { sizes, view } = this;
    const larger = Math.max(1, (sizes.least_target * view.pointSize) / (ring || reach));
    const lengths = scale([glow ? 2.2 * reach : 1.3 * ring, ring, tube, core, reach], larger);
    const [outer, inner] = [colour, coreColour].map(parseColour);
    const look = [...lengths, ...outer, 1, ...inner, 1, ...outer, glow];
    this.use("halo");
    this.halos.fill(places.map((place) => [...transformPoint(this.model, place), ...look])).draw();
  }

  /**
   * Draws the panes behind or in front of the contents of the maze, from back to front.
   * @param {"behind" | "before"} name
   */
  drawMaze(name) {
    const { colours, eye, model, radius, sizes, view, walls } = this;
    const panes = this.panes[name];
    const eyeCell = walls.eyeCell(eye);
    if (panes.order !== String(eyeCell)) {
      const wanted = walls
        .backToFront(eyeCell)
        .filter((wall) => walls.isBehind(wall, eyeCell) === (name === "behind"));
      panes.fill(wanted.map((wall) => walls.pane(wall)));
    }
    panes.order = String(eyeCell);
    const marble = transformPoint(model, this.marble);
    const [x, y, , w] = transform(view.viewProjection, [...marble, 1]);
    const away = Math.hypot(...subtract(marble, view.eye));
    const clear = (sizes.clear_sight * radius) / (view.pixelAngle * away);
    this.use("panel", {
      model,
      depth_range: view.depths,
      absorption: colours.absorption,
      glass_amount: 1,
      edge_colour: linearLight(colours.edge),
      target: transformPoint(model, this.target),
      marble_cast: linearLight([colours.marble, sizes.marble_cast]),
      target_cast: linearLight([colours.target, sizes.target_cast]),
      marble,
      near_marble: this.minimumFocus < 1 ? sizes.near_marble + radius : 0,
      marble_disc: [(x / w / 2 + 0.5) * view.size[0], (y / w / 2 + 0.5) * view.size[1], clear],
    });
    panes.draw();
  }
  /** Draws the outer edges of a maze whose panes fade out. */
  drawHull() {
    const { colours, sizes, walls } = this;
    const strength = colours.bright_field ? sizes.hull_ink : sizes.hull_light;
    const rows = walls.hull.flatMap((ends) =>
      polyline(ends, 1.5, parseColour(colours.hull), strength),
    );
    this.drawLines("line", rows, 0.5);
  }

  /**
   * @param {string} program
   * @param {number[][]} rows
   * @param {number} farStrength
   */
  drawLines(program, rows, farStrength) {
    const { size, points, depths } = this.view;
    this.use(program, {
      model: this.model,
      viewport: size,
      scale: points,
      depth_range: depths,
      far_strength: farStrength,
      pull: 2e-4,
    });
    this.lines.fill(rows).draw();
  }

  /**
   * Draws the trail of the current and the previous move, because the complete trail would hide the
   * maze. With `whole`, draws the complete trail brightly.
   * @param {number} time
   * @param {boolean} whole
   */
  drawTrail(time, whole) {
    const { colours, recording } = this;
    const move = recording.moveAt(time);
    const since = recording.frameIndex(move > 0 && !whole ? recording.moves[move - 1].begin_s : 0);
    const until = recording.frameIndex(time);
    const shown = this.trail.filter(({ frame }) => frame >= since && frame <= until);
    const places = shown.map(({ place }) => place);
    const colour = whole ? colours.target : colours.trail;
    const glow = colours.bright_field ? 0.25 : 0.12;
    this.drawHalos(places, { ...kTrail, glow }, colour, colour);
  }

  /**
   * Draws an arrow in the direction of gravity, for a view in which the maze does not turn.
   * @param {Vector} down maze frame
   */
  drawGravity(down) {
    const neck = add(this.marble, scale(down, 0.66));
    const colour = parseColour(this.colours.gravity);
    const [shaft] = polyline([this.marble, neck], 4, colour, 1);
    const [head] = polyline([neck, add(this.marble, down)], 14, colour, 1);
    head[7] = 0; // a point
    this.gl.disable(this.gl.DEPTH_TEST); // drawn in front of the marble
    this.drawLines("line", [shaft, head], 1);
  }
}
