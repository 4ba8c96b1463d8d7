/** Whether new messages are told by a sound and by the desktop: a wish of the user on this device. */
import { read, readJson, write, writeJson } from "@/platform/storage";

export interface Wishes {
  sound: boolean;
  desktop: boolean;
}

const nameOf = (userId: string): string => `chatWishes-${userId}`;

export const wishes = (userId: string): Wishes => readJson<Wishes>(nameOf(userId), { sound: false, desktop: false });

export const keepWishes = (userId: string, wished: Wishes): void => writeJson(nameOf(userId), wished);

/** Of several tabs one sounds. */
const SOUNDED = "chatSounded";
const QUIET_MS = 1_500;
const HERTZ = 660;
const LENGTH_S = 0.18;

/** A short tone, made by the browser. */
export function sound(): void {
  const now = Date.now();
  if (now - Number(read(SOUNDED) ?? 0) < QUIET_MS || typeof AudioContext === "undefined") return;
  write(SOUNDED, String(now));
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = HERTZ;
  volume.gain.setValueAtTime(0.08, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + LENGTH_S);
  tone.connect(volume).connect(context.destination);
  tone.addEventListener("ended", () => void context.close());
  tone.start();
  tone.stop(context.currentTime + LENGTH_S);
}
