// Packs the text files of built web applications by brotli at its best, beside the originals.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TEXTS = /\.(js|mjs|css|svg|json|webmanifest)$/;

function pack(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      pack(path);
    } else if (TEXTS.test(name)) {
      const plain = readFileSync(path);
      const packed = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
      if (packed.length < plain.length) writeFileSync(`${path}.br`, packed);
    }
  }
}

for (const folder of process.argv.slice(2)) pack(folder);
