/** 新手指引: where the tour stands, and whether this user has done with it. */
import { create } from "zustand";
import { useSession } from "@/platform/session";
import { read, write } from "@/platform/storage";

/** What the steps point at, by the `data-tour` of the element. */
export const STEPS = ["track", "tools", "help"] as const;

interface TourState {
  /** The open step, null while the tour is closed. */
  step: number | null;
  /** The last one who finished it here. */
  finishedBy: string;
}

export const useTour = create<TourState>(() => ({ step: null, finishedBy: "" }));

/** Each user of each company has a tour of his own. */
function flag(orgId = "", userId = ""): string {
  return `guideFinished-${orgId}-${userId}`;
}

function ownFlag(): string {
  const { user } = useSession.getState();
  return flag(user?.orgId, user?.userId);
}

/** Whether the tour offers itself: until it was finished, and not while it runs. */
export function useTourOffered(): boolean {
  const own = useSession(({ user }) => flag(user?.orgId, user?.userId));
  return useTour(({ step, finishedBy }) => step === null && finishedBy !== own && read(own) === null);
}

/** Begins with the first step, whether it was finished before or not. */
export function startTour(): void {
  useTour.setState({ step: 0 });
}

export function goToStep(step: number): void {
  useTour.setState({ step });
}

/** For now: it offers itself again. */
export function closeTour(): void {
  useTour.setState({ step: null });
}

/** For good. */
export function finishTour(): void {
  const own = ownFlag();
  write(own, "1");
  useTour.setState({ step: null, finishedBy: own });
}
