// Draws a pose of the maze with the viewer's shaders.
import {
  add,
  clamp,
  conjugate,
  dot,
  eyeDirection,
  looking,
  moved,
  multiplied,
  perspective,
  placed,
  placing,
  product,
  rotated,
  smoothstep,
  subtract,
  times,
  transformed,
} from "./linear.js";
import { fit, Instances, Program } from "./gl.js";
import { direct, mirror, outerWalls } from "./mirrors.js";
import { dashes, ribbon, rounded } from "./ribbons.js";
import { Exposure, radiance, screenColour } from "./studio.js";
import { Walls } from "./walls.js";

const kFieldOfView = 0.52;
const kCompassShare = 0.13;
const kTrailStrength = 0.55;
const kNet = [80, 45];
const kStartHalo = { ring: 0.16, tube: 0.025, core: -1, reach: 0.2, glow: 0 };
const kTrialFrames = 5;
const kDash = 0.11;
const kAffordable_ms = 9;
const kUnturned = [0, 0, 0, 1];

/**
 * @typedef {import("./linear.js").Vector} Vector
 * @typedef {import("./linear.js").Turn} Turn
 * @typedef {import("./mirrors.js").Mirror} Mirror
 * @typedef {import("./marble_view.js").Area} Area
 * @typedef {{[name: string]: import("./gl.js").Uniform}} Uniforms
 * @typedef {Float32Array} Matrix
 * @typedef {[string, number]} Light a colour and its brightness
 *
 * @typedef {Object} Colours colours of studio.json, and of plans
 * @property {boolean} bright_field
 * @property {number} bloom
 * @property {number} floor_mirror
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
 * @typedef {{path: Vector[], marble: Vector, marbleTurn: Turn, radius: number}} Shining
 * @typedef {{ring: number, tube: number, core: number, reach: number, glow: number}} Halo
 *
 * @typedef {Object} LookOnly
 * @property {Vector} eye
 * @property {Vector} direction
 * @property {number} distance
 * @property {number[]} size of the image, in pixels
 * @property {number} points pixels per point
 * @property {number} half tangent of half the field of view of the image
 * @property {number} free tangent of half the field of view of the area
 * @property {Area} area
 * @property {number[]} centre of the area in the image, -1 to 1
 * @property {number} pixelAngle
 * @property {Matrix} viewProjection
 * @property {number} yaw
 *
 * @typedef {import("./linear.js").Eye & LookOnly} Look
 */

export class Scene {
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
    this.gl = gl;
    if (!gl) throw new Error("this browser offers no WebGL 2");
    this.exposure = new Exposure(gl, sources);
    const stages = [
      ["backdrop"],
      ["panel"],
      ["ball"],
      ["halo"],
      ["line"],
      ["line", "tube"],
      ["streak"],
      ["background", "trail"],
      ["background", "mirror"],
    ];
    this.programs = Object.fromEntries(
      stages.map(([vertex, fragment = vertex]) => [
        fragment,
        new Program(gl, vertex, fragment, sources),
      ]),
    );
    this.panes = Object.fromEntries(
      ["behind", "before", "mirrored"].map((name) => [name, new Instances(gl, 0, [4, 4, 4, 4])]),
    );
    /** @type {Colours} */
    this.colours = this.studio.dark;
    this.lines = new Instances(gl, 0, [4, 4, 4, 4]);
    this.balls = new Instances(gl, 2, [3, 3, 4, 4, 4]);
    this.halos = new Instances(gl, 0, [4, 4, 4, 4, 4]);
    /**
     * @type {boolean | null} whether bloom and the floor's reflection are drawn; null: not tested
     * yet
     */
    this.fine = null;
  }

  /**
   * Draws this recording from now on.
   * @param {import("./recording.js").Recording} recording
   */
  open(recording) {
    this.recording = recording;
    this.walls = new Walls(recording.maze);
    this.half = times(this.walls.dims, 0.5);
    this.reach = Math.hypot(...this.half);
    this.side = Math.max(...this.walls.dims);
    this.least =
      this.side < this.sizes.large_side ? 1 : this.sizes.faded * clamp((28 - this.side) / 12, 0, 1);
    this.walls.focusOn([...recording.path, recording.maze.target], this.least);
    for (const panes of Object.values(this.panes)) panes.order = "";
    this.outlines = this.least < 1 ? [] : this.walls.lines(/1+|[23]+/g);
    this.hull = this.walls.lines(/3+/g);
    this.path = rounded(
      recording.path.map((number) => this.walls.centre(number)),
      this.sizes,
    );
    this.target = this.walls.centre(recording.maze.target);
    /** @type {{place: Vector, frame: number}[]} */
    this.way = [];
    this.followed = 0;
  }

  // Extends the marble's trail: places at short distances, each with its frame. A running episode
  // adds its new frames.
  follow() {
    const { way, recording } = this;
    for (; this.followed < recording.frames.length; ++this.followed) {
      const place = recording.frame(this.followed).marble;
      if (!way.length || Math.hypot(...subtract(place, way.at(-1).place)) > this.sizes.trail_piece)
        way.push({ place, frame: this.followed });
    }
  }

  /**
   * Returns the view. The image fills the canvas; the maze is in the middle of the free area, in
   * pixels of the canvas.
   * @param {import("./linear.js").Camera} camera
   * @param {Area} area
   * @returns {Look}
   */
  look(camera, area) {
    const { width, height } = this.canvas;
    const free = Math.tan(kFieldOfView / 2);
    const narrow = Math.atan(free * Math.min(1, area.width / area.height));
    const distance = (this.reach / Math.sin(narrow)) * camera.distance;
    const direction = eyeDirection(camera);
    const eye = times(direction, distance);
    const view = looking(eye);
    const near = Math.max(distance - 1.6 * this.reach, 0.05);
    const half = (free * height) / area.height;
    const centre = [
      (2 * area.left + area.width) / width - 1,
      1 - (2 * area.top + area.height) / height,
    ];
    const projection = perspective(
      half,
      width / height,
      [near, distance + 1.6 * this.reach],
      centre,
    );
    return {
      ...view,
      eye,
      direction,
      distance,
      size: [width, height],
      points: Math.max(area.height / this.sizes.points_high, 0.75),
      half,
      free,
      area,
      centre,
      pixelAngle: (2 * half) / height,
      viewProjection: multiplied(projection, view.matrix),
      yaw: camera.yaw,
    };
  }
  /**
   * Returns the same view for a smaller image.
   * @param {Look} view
   * @param {{size: number[]}} layer
   * @returns {Look}
   */
  within(view, { size }) {
    return { ...view, size, points: (view.points * size[1]) / view.size[1] };
  }

  /**
   * Returns the uniforms that the studio's shaders share.
   * @param {Look} view
   * @returns {Uniforms}
   */
  shared(view) {
    const { colours } = this;
    return {
      view_projection: view.viewProjection,
      eye: view.eye,
      camera_right: view.right,
      camera_up: view.up,
      pixel_angle: view.pixelAngle,
      light_space: this.exposure.lightSpace,
      studio_forward: [-Math.cos(view.yaw), -Math.sin(view.yaw)],
      bright_field: Number(colours.bright_field),
      backdrop_top: radiance(colours.top),
      backdrop_horizon: radiance(colours.horizon),
      backdrop_low: radiance(colours.low),
      glow_adds: Number(!colours.bright_field),
    };
  }
  /**
   * Returns the size of a point at the maze, in cells.
   * @param {Look} view
   */
  pointSize(view) {
    return (2 * view.free * view.distance) / this.sizes.points_high;
  }

  /**
   * Enables the more expensive effects if this machine draws them fast enough. Not tried with a
   * software renderer.
   * @param {() => void} draw
   */
  tryFine(draw) {
    const gl = this.gl;
    const names = gl.getExtension("WEBGL_debug_renderer_info");
    this.fine = false;
    if (
      /swiftshader|llvmpipe|software/i.test(
        gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER),
      )
    )
      return;
    this.fine = true;
    const times = Array.from({ length: kTrialFrames }, () => {
      const began = performance.now();
      draw();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits for it
      return performance.now() - began;
    });
    this.fine = times.sort((a, b) => a - b)[kTrialFrames >> 1] <= kAffordable_ms;
  }

  /**
   * @param {number} time in seconds
   * @param {import("./recording.js").Pose} pose
   * @param {import("./linear.js").Camera} camera
   * @param {import("./marble_view.js").Area} area part of the image that no panel covers
   * @param { {path: boolean, trail: boolean, still: boolean, light: boolean, whole?: boolean, plan:
   * number[][]}} options `whole`: the trail since the beginning; `plan`: cells of each planned move
   * @returns {function(number[], boolean=): number[]} converts a place in the maze, or in the room,
   * to pixels of the page
   */
  draw(time, pose, camera, area, options) {
    const ratio = fit(this.canvas);
    if (this.fine === null) this.tryFine(() => this.draw(time, pose, camera, area, options));
    const { gl, sizes, studio } = this;
    const view = this.look(camera, {
      left: area.left * ratio,
      top: area.top * ratio,
      width: Math.max(area.width, 1) * ratio,
      height: Math.max(area.height, 1) * ratio,
    });
    this.colours = {
      plan: options.light ? "6A46D2" : "B79BFF",
      ...studio.dark,
      ...(options.light ? studio.light : {}),
    };
    this.follow();
    const turn = options.still ? kUnturned : pose.maze;
    const model = placing(turn, times(rotated(turn, this.half), -1));
    const eye = add(rotated(conjugate(turn), view.eye), this.half);
    const marbleTurn = options.still
      ? product(conjugate(pose.maze), pose.marbleRotation)
      : pose.marbleRotation;
    const radius = Math.max(
      this.recording.marble_radius,
      sizes.least_marble * this.pointSize(view),
    );
    const shining = {
      path: options.path ? this.path : [],
      marble: pose.marble,
      marbleTurn,
      radius,
    };
    this.exposure.begin(view.size);
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(true);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.drawBackdrop(view, model, options.still);
    if (this.fine && !options.still)
      this.drawFloorMirror(view, model, eye, rotated(conjugate(turn), [0, 0, 1]), shining);
    if (options.trail || options.whole) this.drawTrail(view, model, time, options.whole);

    gl.depthMask(false);
    this.drawMaze("behind", view, model, eye, shining);
    for (const wall of outerWalls(eye, this.walls.dims, sizes, this.colours.bright_field))
      this.drawShining(view, model, shining, wall);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    this.drawMarble(view, model, shining);
    gl.depthMask(false);
    this.drawPath(view, model, shining);
    if (this.recording.moves.length)
      this.drawHalo(
        view,
        placed(model, this.walls.centre(this.recording.maze.start)),
        kStartHalo,
        1,
        this.colours.start,
      );
    this.drawTarget(view, model);
    this.drawMaze("before", view, model, eye, shining);
    if (options.whole) this.drawTrail(view, model, time, true);
    this.drawPath(view, model, shining, direct(sizes.xray_path));
    this.drawPlan(view, model, options.plan);
    this.drawMarble(view, model, shining, direct(sizes.xray_marble));
    if (this.least < 1) this.drawHull(view, model);
    if (options.still) this.drawCompass(view, turn, conjugate(pose.maze));
    this.exposure.finish(this.fine ? this.colours.bloom : 0);
    return (place, inRoom = false) => {
      const clip = transformed(view.viewProjection, [
        ...(inRoom ? place : placed(model, place)),
        1,
      ]);
      return [
        (clip[0] / clip[3] / 2 + 0.5) * this.canvas.clientWidth,
        (0.5 - clip[1] / clip[3] / 2) * this.canvas.clientHeight,
      ];
    };
  }

  /**
   * @param {Look} view
   * @param {Matrix} model
   * @param {boolean} still
   */
  drawBackdrop(view, model, still) {
    const { gl, colours } = this;
    const corners = Array.from({ length: 8 }, (_, i) =>
      placed(
        model,
        this.walls.dims.map((size, a) => size * ((i >> a) & 1)),
      ),
    );
    this.programs.backdrop.use({
      ...this.shared(view),
      ...this.rays(view),
      net: kNet,
      glow_towards: times(view.back, -1),
      glow: radiance(colours.glow),
      floor_colour: radiance(colours.floor),
      floor_spill: radiance([colours.target, colours.bright_field ? 0 : 0.014]),
      spill_place: placed(model, this.target).slice(0, 2),
      floor_height: -this.reach,
      floor_seen: still ? 0 : this.floorSeen(view),
      side: this.side,
      nearest: corners.reduce((a, b) => (b[2] < a[2] ? b : a)),
    });
    gl.bindVertexArray(this.exposure.nothing);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 2 * (kNet[0] + 1), kNet[1]);
  }
  /**
   * Returns the rays of the image: a point is seen along ahead + x across + y upward, with x and y
   * from -1 to 1.
   * @param {Look} view
   */
  rays(view) {
    const wide = (view.half * view.size[0]) / view.size[1];
    const across = times(view.right, wide);
    const upward = times(view.up, view.half);
    const [x, y] = view.centre;
    return {
      ahead: subtract(times(view.back, -1), add(times(across, x), times(upward, y))),
      across,
      upward,
    };
  }
  /** @param {Look} view */
  floorSeen(view) {
    return smoothstep(0, 0.3, view.eye[2] / this.reach + 1);
  }

  /**
   * Draws the reflection of the panes and the lines in the floor, into an image that is less sharp
   * with depth.
   * @param {Look} view
   * @param {Matrix} model
   * @param {Vector} eye
   * @param {Vector} up
   * @param {Shining} shining
   */
  drawFloorMirror(view, model, eye, up, shining) {
    const { exposure } = this;
    const floor = -this.reach;
    const below = placing(kUnturned, [0, 0, 2 * floor]);
    const part = this.colours.floor_mirror * this.floorSeen(view);
    const fade = this.sizes.image_depth * this.side;
    const mirrored = mirror(up, dot(up, this.half) + floor, 2 * part, fade);
    below[10] = -1;
    exposure.image.clear();
    this.drawShining(this.within(view, exposure.image), model, shining, mirrored);
    this.drawPanes("mirrored", mirrored.image(eye), view, multiplied(below, model), {
      marble: [0, 0, 2 * floor - this.reach],
      near_marble: 0,
      marble_disc: [0, 0, 0],
      mirrored: [part, fade],
    });
    exposure.bind();
    exposure.image.read(0);
    this.programs.mirror.use({
      ...this.shared(view),
      ...this.rays(view),
      floor_height: floor,
      image_size: exposure.image.size,
    });
    exposure.cover();
  }

  /**
   * Draws the marble as seen in a mirror; an outer wall also shows outlines.
   * @param {Look} view
   * @param {Matrix} model
   * @param {Shining} shining
   * @param {Mirror & Partial<import("./mirrors.js").OuterWall>} seen
   */
  drawShining(view, model, shining, seen) {
    if (this.fine && seen.lines) this.drawOutlines(view, model, seen);
    this.drawMarble(view, model, shining, seen);
  }
  /**
   * Draws the reflections of the studio's dark sides in glass.
   * @param {Look} view
   * @param {Matrix} model
   * @param {Partial<import("./mirrors.js").OuterWall>} wall
   */
  drawOutlines(view, model, wall) {
    const { colours, outlines, sizes } = this;
    const ink = colours.bright_field ? sizes.image_ink_bright : sizes.image_ink;
    const width = sizes.image_outline / this.pointSize(view);
    const rows = wall
      .lines(outlines)
      .flatMap(({ ends, strength }) => ribbon(ends, width, [0, 0, 0], direct(ink * strength)));
    this.drawLines("line", rows, view, model, 1);
  }
  /**
   * @param {Look} view
   * @param {Matrix} model
   * @param {Shining} shining
   */
  drawPath(view, model, { path }, seen = direct()) {
    const { sizes } = this;
    const radius =
      sizes.path_radius +
      (sizes.widest_path - sizes.path_radius) * clamp((this.side - 5) / 7, 0, 1);
    const width = Math.max(sizes.least_path, (2 * radius) / this.pointSize(view));
    this.drawLines(
      "tube",
      ribbon(path, width, screenColour(this.colours.path), seen),
      view,
      model,
      sizes.far_lines,
    );
  }
  /**
   * Draws the agent's plan in dashes.
   * @param {Look} view
   * @param {Matrix} model
   * @param {number[][]} plan
   */
  drawPlan(view, model, plan) {
    const { sizes } = this;
    const width = Math.max(sizes.least_path, (2 * sizes.path_radius) / this.pointSize(view));
    const colour = screenColour(this.colours.plan);
    const ways = plan.map((way) =>
      rounded(
        way.map((number) => this.walls.centre(number)),
        sizes,
      ),
    );
    this.drawLines(
      "line",
      ways
        .flatMap((way) => dashes(way, kDash))
        .flatMap((dash) => ribbon(dash, width, colour, direct())),
      view,
      model,
      1,
    );
  }
  /**
   * @param {Look} view
   * @param {Matrix} model
   * @param {Shining} shining
   */
  drawMarble(view, model, { marble, marbleTurn, radius }, seen = direct()) {
    const { colours } = this;
    const paints = [colours.marble, colours.marble_band].flatMap((colour) => [
      ...screenColour(colour),
      1,
    ]);
    this.programs.ball.use({ ...this.shared(view), strength: seen.strength(marble, radius) });
    this.balls
      .fill([
        [...placed(model, seen.image(marble)), radius, radius, radius, ...marbleTurn, ...paints],
      ])
      .draw();
  }
  /**
   * @param {Look} view
   * @param {Matrix} model
   */
  drawTarget(view, model, seen = direct()) {
    const { colours, sizes, target } = this;
    const glow = colours.bright_field ? 0 : sizes.target_glow;
    const shape = {
      ring: sizes.target_ring,
      tube: sizes.target_tube,
      core: sizes.target_core,
      reach: sizes.target_reach,
      glow,
    };
    this.drawHalo(
      view,
      placed(model, seen.image(target)),
      shape,
      seen.strength(target, shape.ring),
      colours.target,
      colours.target_core,
    );
  }
  /**
   * Draws a halo. All parts are enlarged if they would be too small to see.
   * @param {Look} view
   * @param {Vector} centre
   * @param {Halo} halo
   * @param {number} strength
   * @param {string} colour
   */
  drawHalo(view, centre, { ring, tube, core, reach, glow }, strength, colour, coreColour = colour) {
    const larger = Math.max(
      1,
      (this.sizes.least_target * this.pointSize(view)) / this.sizes.target_ring,
    );
    const shape = [glow ? 2.2 * reach : 1.3 * ring, ring, tube, core, reach].map(
      (length) => length * larger,
    );
    const [outer, inner] = [colour, coreColour].map(screenColour);
    this.programs.halo.use(this.shared(view));
    this.halos
      .fill([
        [...centre, ...shape, ...outer, strength, ...inner, strength, ...outer, strength * glow],
      ])
      .draw();
  }

  /**
   * Draws panes from back to front for this camera, in coordinates of the maze.
   * @param {string} name
   * @param {Vector} eye
   * @param {Look} view
   * @param {Matrix} model
   * @param {Uniforms} uniforms
   */
  drawPanes(name, eye, view, model, uniforms) {
    const { colours, walls } = this;
    const panes = this.panes[name];
    const eyeCell = walls.eyeCell(eye);
    const order = String(eyeCell);
    /** @param {number[]} wall */
    const isWanted = (wall) =>
      name === "mirrored" || walls.isBehind(wall, eyeCell) === (name === "behind");
    if (panes.order !== order)
      panes.fill(
        walls
          .backToFront(eyeCell)
          .filter(isWanted)
          .map((wall) => walls.pane(wall)),
      );
    panes.order = order;
    this.programs.panel.use({
      ...this.shared(view),
      model,
      depth_range: this.depthRange(view),
      absorption: colours.absorption,
      glass_amount: 1,
      edge_colour: radiance(colours.edge),
      floor_height: -this.reach,
      target: placed(model, this.target),
      marble_cast: radiance([colours.marble, this.sizes.marble_cast]),
      target_cast: radiance([colours.target, this.sizes.target_cast]),
      ...uniforms,
    });
    panes.draw();
  }
  /**
   * Draws the panes "behind" everything else, or those "before" it.
   * @param {string} name
   * @param {Look} view
   * @param {Matrix} model
   * @param {Vector} eye
   * @param {Shining} shining
   */
  drawMaze(name, view, model, eye, shining) {
    const { radius } = shining;
    const marble = placed(model, shining.marble);
    const clip = transformed(view.viewProjection, [...marble, 1]);
    const away = Math.hypot(...subtract(marble, view.eye));
    this.drawPanes(name, eye, view, model, {
      marble,
      near_marble: this.least < 1 ? this.sizes.near_marble + radius : 0,
      mirrored: [0, 1],
      marble_disc: [
        ...[0, 1].map((i) => (clip[i] / clip[3] / 2 + 0.5) * view.size[i]),
        (this.sizes.clear_sight * radius) / (view.pixelAngle * away),
      ],
    });
  }
  /**
   * Draws the edges of a maze with fading panes.
   * @param {Look} view
   * @param {Matrix} model
   */
  drawHull(view, model) {
    const { colours, sizes } = this;
    const seen = direct(colours.bright_field ? sizes.hull_ink : sizes.hull_light);
    this.drawLines(
      "line",
      this.hull.flatMap((ends) => ribbon(ends, 1.5, screenColour(colours.hull), seen)),
      view,
      model,
      0.5,
    );
  }

  /** @param {Look} view */
  depthRange(view) {
    return [view.distance - 0.75 * this.reach, view.distance + 0.8 * this.reach];
  }

  /**
   * @param {string} program
   * @param {number[][]} rows
   * @param {Look} view
   * @param {Matrix} model
   * @param {number} farStrength
   */
  drawLines(program, rows, view, model, farStrength) {
    this.programs[program].use({
      ...this.shared(view),
      model,
      viewport: view.size,
      scale: view.points,
      depth_range: this.depthRange(view),
      far_strength: farStrength,
      pull: 2e-4,
    });
    this.lines.fill(rows).draw();
  }

  /**
   * Draws the trail of this move and the previous one, because the whole trail would hide the maze;
   * with `whole`, draws the whole trail brightly.
   * @param {Look} view
   * @param {Matrix} model
   * @param {number} time
   * @param {boolean} whole
   */
  drawTrail(view, model, time, whole) {
    const { gl, exposure, recording, sizes } = this;
    const move = recording.moveAt(time);
    const colour = screenColour(whole ? this.colours.target : this.colours.trail);
    const since = recording.frameIndex(move > 0 && !whole ? recording.moves[move - 1].begin_s : 0);
    const until = recording.frameIndex(time);
    const places = this.way
      .filter(({ frame }) => frame >= since && frame <= until)
      .map(({ place }) => place);
    const width = Math.max(sizes.least_trail, (2 * sizes.trail_reach) / this.pointSize(view));
    exposure.density.clear();
    gl.disable(gl.DEPTH_TEST);
    gl.blendEquation(gl.MAX);
    this.drawLines(
      "streak",
      ribbon(places, width, colour, direct(kTrailStrength)),
      this.within(view, exposure.density),
      model,
      sizes.far_lines,
    );
    gl.blendEquation(gl.FUNC_ADD);
    exposure.bind();
    exposure.density.read(0);
    this.programs.trail.use({ ...this.shared(view), streak_colour: colour });
    exposure.cover();
    gl.enable(gl.DEPTH_TEST);
  }

  /**
   * Draws the direction of gravity in the lower left corner, without perspective.
   * @param {Look} view
   * @param {Turn} axes
   * @param {Turn} world
   */
  drawCompass(view, axes, world) {
    const { gl } = this;
    const { area } = view;
    const side = Math.round(area.height * kCompassShare);
    const margin = Math.round(area.height * 0.03);
    const small = {
      ...view,
      size: [side, side],
      viewProjection: multiplied(
        perspective(0.027, 1, [30, 50]),
        looking(times(view.direction, 40)).matrix,
      ),
    };
    const tints = [
      [0.95, 0.48, 0.46],
      [0.5, 0.86, 0.55],
      [0.47, 0.62, 1],
    ];
    /**
     * @param {Vector} to
     * @param {number} width
     * @param {number[]} colour
     */
    const arrow = (to, width, colour) => {
      const neck = times(to, 0.66);
      const paint = [...colour, 1, ...colour, 1];
      return [
        [0, 0, 0, width, ...neck, width, ...paint],
        [...neck, 3.6 * width, ...to, 0, ...paint],
      ];
    };
    const rows = tints.flatMap((tint, axis) =>
      arrow(rotated(axes, moved([0, 0, 0], axis, 0.72)), 1.8, tint),
    );
    rows.push(...arrow(rotated(world, [0, 0, -1]), 4.2, screenColour(this.colours.gravity)));
    gl.viewport(area.left + margin, view.size[1] - area.top - area.height + margin, side, side);
    gl.disable(gl.DEPTH_TEST);
    this.drawLines("line", rows, small, placing(kUnturned, [0, 0, 0]), 1);
  }
}
