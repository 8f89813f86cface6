// The studio in which the maze stands: its colours, which the viewer reads too, and the picture under way.

// Of the screen, from "RRGGBB", with an opacity.
const screenColour = (text, alpha = 1) => [...[0, 2, 4].map((i) => parseInt(text.slice(i, i + 2), 16) / 255), alpha];
// Linear light, from a colour of the screen and a factor.
const radiance = ([text, factor]) =>
  screenColour(text).slice(0, 3).map((c) => factor * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));

// Names from studio.json, with what the page marks beside them.
function studioColours(sources, name) {
  const all = JSON.parse(sources["studio.json"]), own = all[name], page = {
    dark: { start: "8CB8FF", gravity: "FFDB33" }, light: { start: "3366E6", gravity: "ED8C00" },
  };
  return { ...all[own.like], ...own, ...page[name] };
}

// Collects light of any brightness, with samples, and brings it to the colours of the screen. Where a device cannot draw
// into such numbers, it collects the light that a screen can show.
class Exposure {
  constructor(gl, sources) {
    this.gl = gl;
    this.anyBrightness = gl.getExtension("EXT_color_buffer_float") !== null;
    this.lightSpace = this.anyBrightness ? 2 : 1;  // see tone.glsl
    this.tone = new Program(gl, "background", "tone", sources);
    this.nothing = gl.createVertexArray();
    this.size = [0, 0];
  }

  begin(size) {
    if (String(size) !== String(this.size)) this.make(size);
    this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, this.inside);
  }
  finish() {
    const gl = this.gl, [width, height] = this.size;
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.inside);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.joined);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, width, height);
    gl.disable(gl.BLEND);
    gl.disable(gl.DEPTH_TEST);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    this.tone.use({ light_space: this.lightSpace, bloom_part: 0 });
    gl.bindVertexArray(this.nothing);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  make(size) {
    const gl = this.gl, format = this.anyBrightness ? gl.RGBA16F : gl.SRGB8_ALPHA8;
    const samples = Math.min(4, gl.getInternalformatParameter(gl.RENDERBUFFER, format, gl.SAMPLES)[0] || 0);
    for (const old of [this.inside, this.joined]) if (old) gl.deleteFramebuffer(old);
    for (const old of this.buffers || []) gl.deleteRenderbuffer(old);
    if (this.texture) gl.deleteTexture(this.texture);
    this.size = size;
    this.inside = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.inside);
    this.buffers = [[gl.COLOR_ATTACHMENT0, format], [gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24]].map(([place, kind]) => {
      const buffer = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, kind, ...size);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
      return buffer;
    });
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, format, ...size);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
    this.joined = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.joined);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
  }
}
