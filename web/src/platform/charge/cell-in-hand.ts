/** The path of the cell that is typed in: of a sheet the one whose input is open, as a cell that waits may be written to. */
export function cellInHand(): string {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return "";
  const cell = active.dataset["cell"];
  if (cell !== undefined) return active.classList.contains("is-open") ? cell : "";
  const typing = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement;
  return typing ? (active.closest<HTMLElement>("[data-field]")?.dataset["field"] ?? "") : "";
}
