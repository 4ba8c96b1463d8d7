import { execFileSync } from "node:child_process";

/** The text of a PDF file, as one reads it from the page. */
export function pdfText(path: string): string {
  return execFileSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8" });
}
