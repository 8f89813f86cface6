// Cells of a maze, by their positions and by their numbers, which count from 1 along x, then y, then z.
/** @param {number[]} dims @param {ArrayLike<number>} cell */
export const cellNumber = (dims, cell) => (cell[2] * dims[1] + cell[1]) * dims[0] + cell[0] + 1;
export const cellAt = ([w, h], number) => [(number - 1) % w, Math.floor((number - 1) / w) % h, Math.floor((number - 1) / (w * h))];
export const cellCount = (dims) => dims.reduce((product, side) => product * side, 1);
export const hasCell = ({ dims, layers }, cell) => cell.every((v, i) => v >= 0 && v < dims[i]) && (layers !== "outer" || cell.some((v, i) => v === 0 || v === dims[i] - 1));
