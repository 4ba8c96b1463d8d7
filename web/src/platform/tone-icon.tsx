import type { Tone } from "@/platform/contract";

const SHAPES: Record<Tone, string> = {
  done: "M3.5 8.5 6.5 11.5 12.5 4.5",
  ready: "M8 4.2v4.3l2.8 1.6",
  info: "M8 7.4v4M8 4.6v.2",
  warning: "M8 4.4v4.4M8 11.3v.2",
  danger: "M5.2 5.2l5.6 5.6M10.8 5.2l-5.6 5.6",
  neutral: "M4.8 8h6.4",
};

/** The sign of a tone, so that meaning never rests on colour. */
export function ToneIcon({ tone, size = 14 }: { tone: Tone; size?: number }) {
  return (
    <svg className="tone-icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" strokeWidth="1.3" />
      <path d={SHAPES[tone]} fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
