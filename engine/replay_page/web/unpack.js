/** @param {string} base64 of gzip of the engine's code @returns {Promise<WebAssembly.Module>} */
export async function unpacked(base64) {
  const bytes = Uint8Array["fromBase64"]?.(base64) ?? Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const code = new Blob([bytes]).stream().pipeThrough(new globalThis["DecompressionStream"]("gzip"));
  return WebAssembly.compile(await new Response(code).arrayBuffer());
}
