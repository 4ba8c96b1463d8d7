// The page's few line icons. They only accompany words, so they are hidden from screen readers unless they are named.

const PATHS = {
  plane: "M10.2 13.8 3 12l1.4-1.4 6.6.4 4.6-4.6a2.1 2.1 0 0 1 3 3L14 14l.4 6.6L13 22l-2.2-7.2-3.4 3.4.2 2.2-1 1-1.6-2.9-2.9-1.6 1-1 2.2.2z",
  chevron: "m6 9 6 6 6-6",
  close: "M6 6l12 12M18 6 6 18",
  check: "m5 12.5 4.5 4.5L19 7.5",
  flag: "M6 21V4m0 1h11l-2.5 4L17 13H6",
  truck: "M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zm10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  store: "M3 20V9l9-5 9 5v11M7 20v-8h10v8M7 16h10",
  print: "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z",
  previous: "m15 5-7 7 7 7",
  next: "m9 5 7 7-7 7",
  excel: "M6 2h8l5 5v15H6zM14 2v5h5M9 12l6 7m0-7-6 7",
  pdf: "M6 2h8l5 5v15H6zM14 2v5h5M9 19v-6h2a1.7 1.7 0 0 1 0 3.4H9",
  word: "M6 2h8l5 5v15H6zM14 2v5h5m-11 6 1.5 6 2.5-5 2.5 5 1.5-6",
  file: "M6 2h8l5 5v15H6zM14 2v5h5M9 13h7M9 17h5",
  pin: "M12 21s-7-6.4-7-11.5a7 7 0 0 1 14 0C19 14.6 12 21 12 21zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  warning: "M12 4 2.5 20h19zM12 10v4.5m0 2.6v.4",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 5M15 9h.1",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** One icon, as large as the text beside it. A label makes it an image of its own. */
export function Icon({ name, label }: { name: IconName; label?: string }) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <svg className="icon" viewBox="0 0 24 24" data-icon={name} {...spoken}>
      <path d={PATHS[name]} />
    </svg>
  );
}
