const KILOBYTE = 1024;
const MEGABYTE = KILOBYTE * KILOBYTE;

/** 1536 → 1.5 KB */
export function fileSize(bytes: number): string {
  if (bytes >= MEGABYTE) return `${(bytes / MEGABYTE).toFixed(1)} MB`;
  return bytes >= KILOBYTE ? `${(bytes / KILOBYTE).toFixed(1)} KB` : `${bytes} B`;
}
