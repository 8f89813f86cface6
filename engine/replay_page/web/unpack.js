// Unpacks the engine, which the page and the npm package contain as text.

/**
 * Decompresses and compiles the engine.
 * @param {string} base64 WebAssembly code, compressed with gzip
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileEngine(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  // @ts-expect-error: TypeScript 4.8 does not know it
  const code = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(code).arrayBuffer());
}
