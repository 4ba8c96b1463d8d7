/** What finished operations fix: the sections of cargo and routing with their rows, whatever the scope calls them. */
const FIXED = new Set([
  "routing",
  "legs",
  "service",
  "cargo",
  "figures",
  "containerList",
  "containers",
  "stops",
]);

/** Whether a section can't be changed once the operations of its order are finished. */
export function isFixed(section: string): boolean {
  return FIXED.has(section);
}
