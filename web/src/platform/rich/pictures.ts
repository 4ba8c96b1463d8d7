/** Pictures of the own file store: fetched with the session, shown from memory. */
import { blobOf } from "@/platform/call/client";
import { onOtherUser } from "@/platform/session";

const shown = new Map<string, Promise<string>>();

/** An address the browser can show; the same picture is fetched once. */
export function pictureUrl(path: string): Promise<string> {
  const known = shown.get(path);
  if (known) return known;
  const made = blobOf(path).then((blob) => URL.createObjectURL(blob));
  shown.set(path, made);
  made.catch(() => shown.get(path) === made && shown.delete(path));
  return made;
}

/** Whoever comes next sees nothing of what this user saw. */
function forgetPictures(): void {
  for (const made of shown.values()) void made.then(URL.revokeObjectURL, () => undefined);
  shown.clear();
}

onOtherUser(forgetPictures);

/** Shows a picture in an element; one that is gone leaves its alternative text. */
export function showPicture(image: HTMLImageElement, path: string): void {
  pictureUrl(path).then(
    (url) => {
      image.src = url;
    },
    () => image.classList.add("is-missing"),
  );
}
