/** Where the floating ball stands: at one of the sides, so far down. Kept for each user on his device. */
import { readJson, writeJson } from "@/platform/storage";

export const BALL_PX = 60;
/** Between ball and edge. */
export const MARGIN_PX = 8;
/** A pointer that moved no further has clicked. */
export const CLICK_PX = 3;
const STEP = 0.05;

export interface BallPlace {
  side: "left" | "right";
  /** Part of the free height above it, from 0 to 1: whatever the size of the window, the ball stays inside. */
  down: number;
}

const START: BallPlace = { side: "right", down: 0.8 };
const keyOf = (userId: string) => `helpBall.${userId}`;

export function keptPlace(userId: string): BallPlace {
  const { side, down } = { ...START, ...readJson<Partial<BallPlace> | null>(keyOf(userId), null) };
  return { side: side === "left" ? "left" : "right", down: within(Number(down), 1) };
}

export function keepPlace(userId: string, place: BallPlace): void {
  writeJson(keyOf(userId), place);
}

/** A number held between nothing and a limit. */
export function within(value: number, most: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), Math.max(most, 0)) : 0;
}

/** The corner of a ball whose middle is at a point, the whole ball inside the window. */
export function cornerAt(x: number, y: number): { left: number; top: number } {
  return {
    left: within(x - BALL_PX / 2, window.innerWidth - BALL_PX),
    top: within(y - BALL_PX / 2, window.innerHeight - BALL_PX),
  };
}

/** The place a ball goes to when it is let go: the nearer side, as far down as it was. */
export function placeAt(x: number, y: number): BallPlace {
  const free = window.innerHeight - BALL_PX;
  return { side: x < window.innerWidth / 2 ? "left" : "right", down: free > 0 ? cornerAt(x, y).top / free : 0 };
}

/** The place an arrow key leads to; null for other keys. */
export function placeByKey(place: BallPlace, key: string): BallPlace | null {
  switch (key) {
    case "ArrowLeft":
      return { ...place, side: "left" };
    case "ArrowRight":
      return { ...place, side: "right" };
    case "ArrowUp":
      return { ...place, down: within(place.down - STEP, 1) };
    case "ArrowDown":
      return { ...place, down: within(place.down + STEP, 1) };
    default:
      return null;
  }
}

export function otherSide(place: BallPlace): BallPlace {
  return { ...place, side: place.side === "left" ? "right" : "left" };
}
