// Bytes of a gzip file (RFC 1951, 1952), for browsers without DecompressionStream.
function gunzipped(bytes) {
  let at = 10, bit = 0;
  const flags = bytes[3];
  if (flags & 4) at += 2 + bytes[at] + 256 * bytes[at + 1];
  for (const flag of [8, 16]) if (flags & flag) while (bytes[at++] !== 0);
  if (flags & 2) at += 2;
  const out = new Uint8Array(new DataView(bytes.buffer, bytes.byteOffset).getUint32(bytes.length - 4, true));
  let end = 0;
  const bits = (count) => {
    let value = 0;
    for (let i = 0; i < count; ++i) {
      value |= ((bytes[at] >> bit) & 1) << i;
      if (++bit === 8) { bit = 0; ++at; }
    }
    return value;
  };
  // Canonical Huffman codes: how many there are of each length, and their symbols in order.
  const table = (lengths) => {
    const counts = new Array(16).fill(0), symbols = [];
    for (const length of lengths) ++counts[length];
    counts[0] = 0;
    for (let length = 1; length < 16; ++length) lengths.forEach((l, symbol) => { if (l === length) symbols.push(symbol); });
    return { counts, symbols };
  };
  const symbol = ({ counts, symbols }) => {
    let code = 0, first = 0, index = 0;
    for (let length = 1; length < 16; ++length) {
      code |= bits(1);
      if (code - counts[length] < first) return symbols[index + code - first];
      index += counts[length];
      first = (first + counts[length]) << 1;
      code <<= 1;
    }
    throw new Error("the page is damaged");
  };
  const lengthOf = (code) => {
    if (code === 285) return 258;
    const extra = code < 265 ? 0 : (code - 261) >> 2;
    return (code < 265 ? code - 254 : 3 + ((4 + ((code - 265) & 3)) << extra)) + bits(extra);
  };
  const distanceOf = (code) => {
    const extra = code < 4 ? 0 : (code >> 1) - 1;
    return (code < 4 ? code + 1 : 1 + ((2 + (code & 1)) << extra)) + bits(extra);
  };
  const fixed = [table([...Array(288).keys()].map((i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))), table(Array(30).fill(5))];
  const dynamic = () => {
    const literals = bits(5) + 257, distances = bits(5) + 1, count = bits(4) + 4, order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    const lengths = Array(19).fill(0);
    for (let i = 0; i < count; ++i) lengths[order[i]] = bits(3);
    const codes = table(lengths), all = [];
    while (all.length < literals + distances) {
      const code = symbol(codes);
      if (code < 16) all.push(code);
      else {
        const value = code === 16 ? all.at(-1) : 0, times = code === 16 ? 3 + bits(2) : code === 17 ? 3 + bits(3) : 11 + bits(7);
        for (let i = 0; i < times; ++i) all.push(value);
      }
    }
    return [table(all.slice(0, literals)), table(all.slice(literals))];
  };
  for (let last = 0; !last;) {
    last = bits(1);
    const kind = bits(2);
    if (kind === 0) {
      if (bit) { bit = 0; ++at; }
      const length = bytes[at] | (bytes[at + 1] << 8);
      out.set(bytes.subarray(at + 4, at + 4 + length), end);
      at += 4 + length;
      end += length;
      continue;
    }
    const [literals, distances] = kind === 1 ? fixed : dynamic();
    for (let code = symbol(literals); code !== 256; code = symbol(literals)) {
      if (code < 256) { out[end++] = code; continue; }
      const length = lengthOf(code), from = end - distanceOf(symbol(distances));
      for (let i = 0; i < length; ++i) out[end++] = out[from + i];
    }
  }
  return out;
}

// The engine's code, which stands in the page as text.
async function unpackedCode(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  if (typeof DecompressionStream === "undefined") return gunzipped(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
