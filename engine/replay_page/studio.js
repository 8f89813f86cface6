// Colour conversion and the HDR framebuffer.
import { Program } from "./gl.js";

/**
 * Converts a colour "RRGGBB" to three numbers from 0 to 1.
 * @param {string} text
 */
export const parseColour = (text) => [0, 2, 4].map((i) => parseInt(text.slice(i, i + 2), 16) / 255);
/**
 * Converts an sRGB colour to linear light and multiplies it by a factor.
 * @param {[string, number]} light
 * @returns {number[]}
 */
export const linearLight = ([text, factor]) =>
  parseColour(text).map((c) => factor * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));

/** @param {WebGL2RenderingContext} gl */
function isSoftware(gl) {
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const renderer = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  return /swiftshader|llvmpipe|software/i.test(renderer);
}

// A floating-point framebuffer that is tone-mapped to the canvas. Devices that cannot render to
// floating-point textures use an sRGB framebuffer. Software renderers do not multisample, because
// that is too slow.
export class PostProcessing {
  /**
   * @param {WebGL2RenderingContext} gl
   * @param {{[name: string]: string}} sources
   */
  constructor(gl, sources) {
    this.gl = gl;
    const anyBrightness = gl.getExtension("EXT_color_buffer_float") !== null;
    this.format = anyBrightness ? gl.RGBA16F : gl.SRGB8_ALPHA8;
    this.lightSpace = anyBrightness ? 2 : 1; // see tone.glsl
    const [most = 0] = gl.getInternalformatParameter(gl.RENDERBUFFER, this.format, gl.SAMPLES);
    this.samples = isSoftware(gl) ? 0 : Math.min(4, most);
    this.toneProgram = new Program(gl, "background tone", sources);
    this.nothing = gl.createVertexArray();
    this.size = [0, 0];
    this.inside = gl.createFramebuffer();
    this.joined = gl.createFramebuffer();
    /** @type {WebGLTexture | null} */
    this.texture = null;
    this.buffers = [gl.createRenderbuffer(), gl.createRenderbuffer()];
  }

  /** @param {number[]} size */
  begin(size) {
    const { gl } = this;
    if (String(size) !== String(this.size)) this.make(size);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.inside);
    gl.viewport(0, 0, size[0], size[1]);
  }
  /** Resolves the multisampled image and tone-maps it to the canvas. */
  finish() {
    const { gl } = this;
    const [width, height] = this.size;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.inside);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.joined);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.disable(gl.BLEND);
    gl.disable(gl.DEPTH_TEST);
    this.toneProgram.use({ light_space: this.lightSpace });
    gl.bindVertexArray(this.nothing);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** @param {number[]} size */
  make(size) {
    const { gl, samples } = this;
    const kinds = [this.format, gl.DEPTH_COMPONENT24];
    this.size = size;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.inside);
    for (const [i, place] of [gl.COLOR_ATTACHMENT0, gl.DEPTH_ATTACHMENT].entries()) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, this.buffers[i]);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, kinds[i], size[0], size[1]);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, this.buffers[i]);
    }
    gl.deleteTexture(this.texture);
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture); // the only texture
    gl.texStorage2D(gl.TEXTURE_2D, 1, this.format, size[0], size[1]);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.joined);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
  }
}
