// The studio around the maze: its colours, which the viewer reads too, and the image in progress.
import { programsOf } from "./gl.js";

const kGlows = 5;
const kKnee = 0.7; // radiance above which objects bloom
const kImageLevels = 6;

/**
 * Converts a screen colour "RRGGBB".
 * @param {string} text
 */
export const screenColour = (text) =>
  [0, 2, 4].map((i) => parseInt(text.slice(i, i + 2), 16) / 255);
/**
 * Returns linear light from a screen colour and a factor.
 * @param {[string, number]} light
 * @returns {number[]}
 */
export const radiance = ([text, factor]) =>
  screenColour(text).map((c) => factor * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));

/**
 * @param {WebGL2RenderingContext} gl
 * @param {WebGLFramebuffer | null} framebuffer
 * @param {number[]} size
 */
function drawInto(gl, framebuffer, size) {
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.viewport(0, 0, size[0], size[1]);
}

// A texture to draw into, optionally with smaller versions of itself.
class Layer {
  /**
   * @param {WebGL2RenderingContext} gl
   * @param {number} format
   * @param {number[]} size
   */
  constructor(gl, format, size, levels = 1) {
    this.gl = gl;
    this.size = size;
    this.levels = levels;
    this.framebuffer = gl.createFramebuffer();
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texStorage2D(gl.TEXTURE_2D, levels, format, size[0], size[1]);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
      gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    const shrunk = levels > 1 ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, shrunk);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
  }
  bind() {
    drawInto(this.gl, this.framebuffer, this.size);
  }
  clear() {
    this.bind();
    this.gl.clearColor(0, 0, 0, 0);
    this.gl.clear(this.gl.COLOR_BUFFER_BIT);
  }
  /** @param {number} unit */
  read(unit) {
    const gl = this.gl;
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    if (this.levels > 1) gl.generateMipmap(gl.TEXTURE_2D);
    gl.activeTexture(gl.TEXTURE0);
  }
  free() {
    this.gl.deleteFramebuffer(this.framebuffer);
    this.gl.deleteTexture(this.texture);
  }
}

// Collects light of any brightness with multisampling, and maps it to the colours of the screen. If
// a device cannot render to floating-point textures, it collects only light that the screen can
// show, and there is no bloom.
export class Exposure {
  /**
   * @param {WebGL2RenderingContext} gl
   * @param {{[name: string]: string}} sources
   */
  constructor(gl, sources) {
    this.gl = gl;
    this.anyBrightness = gl.getExtension("EXT_color_buffer_float") !== null;
    this.format = this.anyBrightness ? gl.RGBA16F : gl.SRGB8_ALPHA8;
    this.lightSpace = this.anyBrightness ? 2 : 1; // see tone.glsl
    this.programs = programsOf(gl, ["background tone", "background bloom"], sources);
    this.nothing = gl.createVertexArray();
    this.size = [0, 0];
    /** @type {Layer[]} */
    this.layers = [];
  }

  /** @param {number[]} size */
  begin(size) {
    if (String(size) !== String(this.size)) this.make(size);
    this.bind();
  }
  bind() {
    drawInto(this.gl, this.inside, this.size);
  }
  cover() {
    this.gl.bindVertexArray(this.nothing);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, 3);
  }
  /**
   * Finishes the image. `bloom` is the share of bloom that is added.
   * @param {number} bloom
   */
  finish(bloom) {
    const gl = this.gl;
    const [width, height] = this.size;
    const part = this.anyBrightness ? bloom : 0;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.inside);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.joined.framebuffer);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.disable(gl.BLEND);
    gl.disable(gl.DEPTH_TEST);
    if (part > 0) this.glow();
    drawInto(gl, null, this.size);
    this.joined.read(0);
    this.glows[0].read(1);
    const bloom_layer = new Int32Array([1]); // samplers without a value read layer 0
    this.programs.tone.use({ light_space: this.lightSpace, bloom_part: part, bloom: bloom_layer });
    this.cover();
  }
  // Computes bloom through a chain of ever smaller images and back.
  glow() {
    const gl = this.gl;
    /** @param {Layer} from @param {Layer} to @param {number} knee */
    const step = (from, to, knee) => {
      to.bind();
      from.read(0);
      this.programs.bloom.use({ reach: from.size.map((side) => 1 / side), knee });
      this.cover();
    };
    step(this.joined, this.glows[0], kKnee);
    for (let i = 1; i < kGlows; ++i) step(this.glows[i - 1], this.glows[i], 0);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
    for (let i = kGlows - 1; i > 0; --i) step(this.glows[i], this.glows[i - 1], 0);
    gl.disable(gl.BLEND);
  }

  /** @param {number[]} size */
  make(size) {
    const gl = this.gl;
    const [most = 0] = gl.getInternalformatParameter(gl.RENDERBUFFER, this.format, gl.SAMPLES);
    const samples = Math.min(4, most);
    if (this.inside) gl.deleteFramebuffer(this.inside);
    for (const old of this.buffers || []) gl.deleteRenderbuffer(old);
    for (const old of this.layers) old.free();
    this.size = size;
    this.inside = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.inside);
    this.buffers = [
      [gl.COLOR_ATTACHMENT0, this.format],
      [gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24],
    ].map(([place, kind]) => {
      const buffer = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, kind, size[0], size[1]);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
      return buffer;
    });
    /** @param {number} k */
    const part = (k) => size.map((side) => Math.max(side >> k, 1));
    this.joined = new Layer(gl, this.format, size);
    this.glows = Array.from({ length: kGlows }, (_, i) => new Layer(gl, this.format, part(i + 1)));
    this.density = new Layer(gl, gl.RGBA8, part(1)); // density of the trail
    this.image = new Layer(gl, this.format, part(1), kImageLevels); // reflection in the floor
    this.layers = [this.joined, ...this.glows, this.density, this.image];
  }
}
