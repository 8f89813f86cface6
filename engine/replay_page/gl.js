// Thin wrappers around WebGL 2.
import { required } from "./required.js";

// A vertex buffer of instanced squares. Each instance is a row of numbers.
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
    this.order = ""; // key of the row order, chosen by the caller
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
 * Resizes the drawing buffer of a canvas to match its size on the screen. The ratio is limited to
 * two pixels per CSS pixel.
 * @param {HTMLCanvasElement} canvas
 * @returns {number} pixels per CSS pixel
 */
export function resizeToDisplay(canvas) {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const width = Math.max(Math.round(canvas.clientWidth * ratio), 1);
  const height = Math.max(Math.round(canvas.clientHeight * ratio), 1);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return ratio;
}

/** @typedef {number | number[] | Float32Array} Uniform */

const kPreamble = "#version 300 es\nprecision highp float;\nprecision highp int;\n";

export class Program {
  /**
   * @param {WebGL2RenderingContext} gl
   * @param {string} stages names of the vertex and fragment shaders, or one name for both
   * @param {{[name: string]: string}} sources
   */
  constructor(gl, stages, sources) {
    const [vertex, fragment = vertex] = stages.split(" ");
    this.gl = gl;
    this.program = required(gl.createProgram(), "the WebGL context");
    /**
     * Uniform locations by name. The location of a uniform that the compiler has removed is null.
     * @type {Map<string, WebGLUniformLocation | null>}
     */
    this.locations = new Map();
    for (const name of [`${vertex}.vert`, `${fragment}.frag`]) {
      const kind = name.endsWith("vert") ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER;
      const shader = required(gl.createShader(kind), "the WebGL context");
      gl.shaderSource(shader, kPreamble + sources[name]);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
  }
  /**
   * Binds the program and sets its uniforms. The first call waits for the compiler, so all
   * programs can compile in parallel.
   * @param {{[name: string]: Uniform}} uniforms
   */
  use(uniforms) {
    const { gl, program } = this;
    if (!this.locations.size && !gl.getProgramParameter(program, gl.LINK_STATUS)) {
      const logs = (gl.getAttachedShaders(program) ?? []).map((shader) =>
        gl.getShaderInfoLog(shader),
      );
      throw new Error([gl.getProgramInfoLog(program), ...logs].join(" "));
    }
    gl.useProgram(program);
    for (const [name, value] of Object.entries(uniforms)) {
      if (!this.locations.has(name)) this.locations.set(name, gl.getUniformLocation(program, name));
      this.set(this.locations.get(name) ?? null, value);
    }
  }
  /**
   * @param {WebGLUniformLocation | null} location
   * @param {Uniform} value
   * @private
   */
  set(location, value) {
    const { gl } = this;
    if (typeof value === "number") gl.uniform1f(location, value);
    else if (value.length === 16) gl.uniformMatrix4fv(location, false, value);
    else if (value.length === 2) gl.uniform2fv(location, value);
    else if (value.length === 3) gl.uniform3fv(location, value);
    else gl.uniform4fv(location, value);
  }
}
