// The studio around the maze: its colours, which the viewer reads too, and the image in progress.
import { programsOf } from "./gl.js";

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

// Collects light of any brightness, and maps it to the colours of the screen. If a device cannot
// render to floating-point textures, it collects only light that the screen can show. There is no
// multisampling, because the shaders compute the coverage of edges.
export class Exposure {
  /**
   * @param {WebGL2RenderingContext} gl
   * @param {{[name: string]: string}} sources
   */
  constructor(gl, sources) {
    this.gl = gl;
    const anyBrightness = gl.getExtension("EXT_color_buffer_float") !== null;
    this.format = anyBrightness ? gl.RGBA16F : gl.SRGB8_ALPHA8;
    this.lightSpace = anyBrightness ? 2 : 1; // see tone.glsl
    this.programs = programsOf(gl, ["background tone"], sources);
    this.nothing = gl.createVertexArray();
    this.size = [0, 0];
    this.framebuffer = gl.createFramebuffer();
    this.depth = gl.createRenderbuffer();
    /** @type {WebGLTexture} */
    this.texture = null;
  }

  /** @param {number[]} size */
  begin(size) {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.framebuffer);
    if (String(size) !== String(this.size)) this.make(size);
    gl.viewport(0, 0, size[0], size[1]);
  }
  /** Finishes the image. */
  finish() {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.disable(gl.BLEND);
    gl.disable(gl.DEPTH_TEST);
    this.programs.tone.use({ light_space: this.lightSpace });
    gl.bindVertexArray(this.nothing);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** @param {number[]} size */
  make(size) {
    const { gl } = this;
    const [target, color, depth] = [gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.DEPTH_ATTACHMENT];
    this.size = size;
    gl.deleteTexture(this.texture);
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture); // the only texture
    gl.texStorage2D(gl.TEXTURE_2D, 1, this.format, size[0], size[1]);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.framebufferTexture2D(target, color, gl.TEXTURE_2D, this.texture, 0);
    gl.bindRenderbuffer(gl.RENDERBUFFER, this.depth);
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, size[0], size[1]);
    gl.framebufferRenderbuffer(target, depth, gl.RENDERBUFFER, this.depth);
  }
}
