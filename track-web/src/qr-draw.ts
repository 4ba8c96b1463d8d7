// The modules of a QR code as one path. It comes when the page can be read already: nobody scans before that.

import { encode } from "uqr";

/** A drawn code: its dark modules, and how many stand in a row. */
export interface Drawing {
  path: string;
  modules: number;
}

/** Draws the code of a text. */
export function draw(content: string): Drawing {
  const { data, size } = encode(content, { ecc: "M", border: 0 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { path, modules: size };
}
