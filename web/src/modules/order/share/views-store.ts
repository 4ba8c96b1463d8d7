import { create } from "zustand";

/** A link whose views are looked at. */
export interface ViewedLink {
  id: string;
  orderCode: string;
}

/** The link whose views are shown, if any; `<ViewsDialog />` draws them. */
export const useViewedLink = create<{ link: ViewedLink | null }>(() => ({ link: null }));

export function openViews(link: ViewedLink): void {
  useViewedLink.setState({ link });
}

export function closeViews(): void {
  useViewedLink.setState({ link: null });
}
