// Thin objects around WebGL 2, and the size of a canvas.

// Vertex attributes of what is drawn many times: a row of numbers for each.
export class Instances {
  /** @param {WebGL2RenderingContext} gl @param {number[][]} layout of a row: location and components of each attribute */
  constructor(gl, layout) {
    this.gl = gl;
    this.layout = layout;
    this.stride = 4 * layout.reduce((sum, [, n]) => sum + n, 0);
    this.array = gl.createVertexArray();
    this.buffer = gl.createBuffer();
    this.count = 0;
    this.order = "";  // in which the rows stand, in words of who fills them
  }
  fill(rows) {
    this.count = rows.length;
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, new Float32Array(rows.flat()), this.gl.DYNAMIC_DRAW);
    return this;
  }
  bind(first = 0) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    let offset = first * this.stride;
    for (const [location, n] of this.layout) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, n, gl.FLOAT, false, this.stride, offset);
      gl.vertexAttribDivisor(location, 1);
      offset += 4 * n;
    }
  }
}

/** Gives a canvas the pixels that it covers on this screen, two for each of the page's at most. @returns {number} so many it is */
export function fit(canvas) {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const width = Math.max(Math.round(canvas.clientWidth * ratio), 1), height = Math.max(Math.round(canvas.clientHeight * ratio), 1);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return ratio;
}

// Which texture a sampler reads.
export class Unit {
  constructor(number) { this.number = number; }
}

export class Program {
  constructor(gl, vertex, fragment, sources) {
    this.gl = gl;
    this.program = gl.createProgram();
    this.places = new Map();
    for (const [name, kind] of [[vertex + ".vert", gl.VERTEX_SHADER], [fragment + ".frag", gl.FRAGMENT_SHADER]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, "#version 300 es\nprecision highp float;\nprecision highp int;\n" + sources[name]);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(name + ": " + gl.getShaderInfoLog(shader));
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) throw new Error(fragment + ": " + gl.getProgramInfoLog(this.program));
  }
  use(uniforms) {
    this.gl.useProgram(this.program);
    for (const [name, value] of Object.entries(uniforms)) this.set(name, value);
  }
  set(name, value) {
    if (!this.places.has(name)) this.places.set(name, this.gl.getUniformLocation(this.program, name));
    const gl = this.gl, place = this.places.get(name);
    if (value instanceof Unit) gl.uniform1i(place, value.number);
    else if (typeof value === "number") gl.uniform1f(place, value);
    else if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
    else gl["uniform" + value.length + "fv"](place, value);
  }
}

/**
 * @param {string} text all files of shaders/, each behind a line "=== NAME"
 * @returns {Object<string, string>} by name, with the files that they include in their places
 */
export function shaderSources(text) {
  const parts = text.split(/^=== (.+)\n/m).slice(1), files = {};
  for (let i = 0; i < parts.length; i += 2) files[parts[i]] = parts[i + 1];
  const whole = (name) => files[name].replace(/#include "(.+)"/g, (_, other) => whole(other));
  return Object.fromEntries(Object.keys(files).map((name) => [name, whole(name)]));
}
