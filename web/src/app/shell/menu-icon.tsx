/** Line signs of the menu groups, one family; a name nobody drew shows a dot. */
const SHAPES: Record<string, string> = {
  home: "M3 8.2 8 3.5l5 4.7M4.6 7v5.8h6.8V7",
  af: "M2 9.2l12-4.6-3.4 3.2 1 5-1.6.6-2-4-2.8 1.6-.2 2-1 .4-.8-2.6-1.6-.6z",
  sea: "M3 9h10l-1.4 3.6H4.6zM5 9V6h6v3M8 6V3.4",
  rail: "M4.5 3.5h7v7h-7zM4.5 7h7M5.5 13l1-2.5M10.5 13l-1-2.5",
  road: "M2 5h7v6H2zM9 7.2h3l2 2V11H9M4.4 12.4a1 1 0 1 0 .01 0M11 12.4a1 1 0 1 0 .01 0",
  os: "M3 4h10v8.5H3zM3 7h10M6.4 4v8.5",
  css: "M8 2.8v10.4M11 5c-.6-1-1.8-1.4-3-1.4-1.6 0-3 .8-3 2.200s1.4 1.9 3 2.2 3 .8 3 2.2-1.4 2.2-3 2.200c-1.4 0-2.6-.5-3.2-1.6",
  prm: "M5.6 7.600a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.400zM2 13c.2-2.4 1.6-3.8 3.6-3.800S9 10.6 9.2 13M10.6 8a1.8 1.8 0 1 0 0-3.600M11 9.400c1.8.2 2.8 1.5 3 3.6",
  hrs: "M3 13V4.500l5-2 5 2V13M6 13V9.500h4V13M6 6.500h.1M10 6.500h.1",
  list: "M3 4.500h10M3 8h10M3 11.500h10",
};

const BY_START: [string, string][] = [
  ["home", "home"],
  ["dash", "home"],
  ["af", "af"],
  ["air", "af"],
  ["plane", "af"],
  ["sc", "sea"],
  ["sea", "sea"],
  ["ship", "sea"],
  ["rail", "rail"],
  ["te", "rail"],
  ["lc", "road"],
  ["road", "road"],
  ["truck", "road"],
  ["os", "os"],
  ["css", "css"],
  ["money", "css"],
  ["prm", "prm"],
  ["team", "prm"],
  ["hrs", "hrs"],
  ["org", "hrs"],
  ["list", "list"],
];

export function MenuIcon({ name }: { name: string | undefined }) {
  if (!name) return <i className="menu-dot" aria-hidden="true" />;
  const wanted = name.toLowerCase();
  const shape = BY_START.find(([start]) => wanted.startsWith(start))?.[1] ?? "list";
  return (
    <svg className="menu-icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={SHAPES[shape]} fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
