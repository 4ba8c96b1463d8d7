import { useRef } from "react";

/** The object of the last drawing as long as its members are the same: who is handed it need not be drawn anew. */
export function useSame<T extends object>(value: T): T {
  const last = useRef(value);
  const names = Object.keys(value) as (keyof T)[];
  if (names.some((name) => !Object.is(value[name], last.current[name]))) last.current = value;
  return last.current;
}
