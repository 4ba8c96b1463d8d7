import { useEffect, useState } from "react";

const TYPING_MS = 250;

/** What was typed, once the typing has paused: what is looked for on the server. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
