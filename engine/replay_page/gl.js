// Small wrappers of WebGL 2, and the size of a canvas.

// Instanced squares, each with a row of numbers as its vertex attributes.
export class Instances {
  /**
   * @param {WebGL2RenderingContext} gl
   * @param {number} first location of the first attribute
   * @param {number[]} sizes number of components of each attribute
   */
  constructor(gl, first, sizes) {
    const stride = 4 * sizes.reduce((sum, n) => sum + n);
    this.gl = gl;
    this.array = gl.createVertexArray();
    this.buffer = gl.createBuffer();
    this.count = 0;
    this.order = ""; // key of the order of the rows, chosen by the caller
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    sizes.reduce((offset, n, i) => {
      gl.enableVertexAttribArray(first + i);
      gl.vertexAttribPointer(first + i, n, gl.FLOAT, false, stride, offset);
      gl.vertexAttribDivisor(first + i, 1);
      return offset + 4 * n;
    }, 0);
  }
  /** @param {number[][]} rows */
  fill(rows) {
    this.count = rows.length;
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, new Float32Array(rows.flat()), this.gl.DYNAMIC_DRAW);
    return this;
  }
  draw() {
    this.gl.bindVertexArray(this.array);
    this.gl.drawArraysInstanced(this.gl.TRIANGLE_STRIP, 0, 4, this.count);
  }
}

/**
 * Sets the resolution of a canvas to the pixels that it covers on this screen, at most two per CSS
 * pixel.
 * @param {HTMLCanvasElement} canvas
 * @returns {number} pixels per CSS pixel
 */
export function fit(canvas) {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const width = Math.max(Math.round(canvas.clientWidth * ratio), 1);
  const height = Math.max(Math.round(canvas.clientHeight * ratio), 1);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return ratio;
}

/** @typedef {number | number[] | Float32Array | Int32Array} Uniform */

export class Program {
  /**
   * @param {WebGL2RenderingContext} gl
   * @param {string} vertex name of the vertex shader
   * @param {string} fragment
   * @param {{[name: string]: string}} sources
   */
  constructor(gl, vertex, fragment, sources) {
    this.gl = gl;
    this.program = gl.createProgram();
    /**
     * @type {Map<string, WebGLUniformLocation>} locations of uniforms by name; null until the
     * program is used
     */
    this.places = null;
    /** @type {[string, number][]} */
    const stages = [
      [`${vertex}.vert`, gl.VERTEX_SHADER],
      [`${fragment}.frag`, gl.FRAGMENT_SHADER],
    ];
    for (const [name, kind] of stages) {
      const shader = gl.createShader(kind);
      gl.shaderSource(
        shader,
        "#version 300 es\nprecision highp float;\nprecision highp int;\n" + sources[name],
      );
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
  }
  /** @param {{[name: string]: Uniform}} uniforms */
  use(uniforms) {
    this.places ??= this.linked();
    this.gl.useProgram(this.program);
    for (const [name, value] of Object.entries(uniforms)) this.set(name, value);
  }
  /**
   * Waits for the program. Called only when the program is used, so that all programs compile in
   * parallel.
   */
  linked() {
    const { gl, program } = this;
    const said = () =>
      [
        gl.getProgramInfoLog(program),
        ...gl.getAttachedShaders(program).map((shader) => gl.getShaderInfoLog(shader)),
      ].join(" ");
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(said());
    return new Map();
  }
  /**
   * @param {string} name
   * @param {Uniform} value
   */
  set(name, value) {
    if (!this.places.has(name))
      this.places.set(name, this.gl.getUniformLocation(this.program, name));
    const gl = this.gl;
    const place = this.places.get(name);
    if (value instanceof Int32Array) gl.uniform1iv(place, value);
    else if (typeof value === "number") gl.uniform1f(place, value);
    else if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
    else if (value.length === 2) gl.uniform2fv(place, value);
    else if (value.length === 3) gl.uniform3fv(place, value);
    else gl.uniform4fv(place, value);
  }
}

/**
 * @param {string} text all files of shaders/, each after a line "=== NAME"
 * @returns {{[name: string]: string}} sources by name, with included files inserted
 */
export function shaderSources(text) {
  const parts = text.split(/^=== (.+)\n/m).slice(1);
  /** @type {{[name: string]: string}} */
  const files = {};
  for (let i = 0; i < parts.length; i += 2) files[parts[i]] = parts[i + 1];
  /** @param {string} name @returns {string} */
  const whole = (name) => files[name].replace(/#include "(.+)"/g, (_, other) => whole(other));
  return Object.fromEntries(Object.keys(files).map((name) => [name, whole(name)]));
}
