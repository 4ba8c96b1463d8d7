/** States in which a notice is shown, or will be by itself. */
const SHOWN = ["已发布", "待发布"];

export function mayBePublished(state: unknown): boolean {
  return !SHOWN.includes(String(state ?? ""));
}
