/** Line signs of the quick tools, of the family of the menu's. */
const SHAPES = {
  track: "M8 14s4.5-4 4.5-7.4a4.5 4.5 0 0 0-9 0C3.5 10 8 14 8 14zM8 8.2A1.6 1.6 0 1 0 8 5a1.6 1.6 0 0 0 0 3.2z",
  inquiry: "M2.5 3.5h11v7H7L4.5 13v-2.5h-2zM5.5 7h5",
  airport: "M2 9.2l12-4.6-3.4 3.2 1 5-1.6.6-2-4-2.8 1.6-.2 2-1 .4-.8-2.6-1.6-.6z",
  tact: "M3 3h10v10H3zM3 6.5h10M6.5 6.5V13",
  tariff: "M4 2.5h6l2.5 2.5v8.5H4zM6.2 10.8l4-4M6.6 7.2h.1M9.8 10.6h.1",
  carrier: "M8 2.5l5 1.8v4.2c0 2.7-2.2 4.4-5 5-2.8-.6-5-2.3-5-5V4.3zM5.6 8l1.7 1.7 3.2-3.4",
  seaport: "M8 5.2a1.4 1.4 0 1 0 0-2.8 1.4 1.4 0 0 0 0 2.8zM8 5.2v8.3M5.5 7.5h5M3 9.5c.3 2.6 2.3 4 5 4s4.7-1.4 5-4",
  ship: "M3 9h10l-1.4 3.6H4.6zM5 9V6h6v3M8 6V3.4",
  flight: "M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 4.8V8l2.3 1.5",
  price: "M2.5 2.5h5l6 6-5 5-6-6zM5.2 5.2h.1",
} as const;

export type ToolName = keyof typeof SHAPES;

export function ToolIcon({ name }: { name: ToolName }) {
  return (
    <svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path
        d={SHAPES[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
