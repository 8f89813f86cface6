// Thin objects around WebGL 2.
import { clamp } from "./linear.js";

// An array of vertex attributes, one entry for each thing drawn: floats, then colours of four bytes.
export class Instances {
  constructor(gl, layout, divisor = 1) {
    this.gl = gl;
    this.layout = layout;  // [location, components, "float" or "colour"]
    this.stride = layout.reduce((sum, [, n, kind]) => sum + (kind === "float" ? 4 * n : 4), 0);
    this.array = gl.createVertexArray();
    this.buffer = gl.createBuffer();
    this.divisor = divisor;
    this.count = 0;
    this.order = "";  // in which the rows stand, in words of who fills them
  }
  // Rows of numbers in the layout's order; colours as four numbers from 0 to 1.
  fill(rows) {
    const view = new DataView(new ArrayBuffer(this.stride * rows.length));
    let at = 0;
    for (const row of rows) {
      let k = 0;
      for (const [, n, kind] of this.layout)
        for (let i = 0; i < n; ++i, ++k)
          if (kind === "float") { view.setFloat32(at, row[k], true); at += 4; }
          else view.setUint8(at++, Math.round(clamp(row[k], 0, 1) * 255));
    }
    this.count = rows.length;
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.buffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, view, this.gl.DYNAMIC_DRAW);
    return this;
  }
  bind(first = 0) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    let offset = first * this.stride;
    for (const [location, n, kind] of this.layout) {
      const float = kind === "float";
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, n, float ? gl.FLOAT : gl.UNSIGNED_BYTE, !float, this.stride, offset);
      gl.vertexAttribDivisor(location, this.divisor);
      offset += float ? 4 * n : 4;
    }
  }
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
