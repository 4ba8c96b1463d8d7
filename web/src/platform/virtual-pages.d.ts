/** The declared pages as the build gives them (`scripts/pages.ts`). */
declare module "virtual:pages" {
  import type { Contract } from "@/platform/contract";
  import type { PageIndex } from "@/platform/page-index";

  export function loadIndex(): Promise<{ default: PageIndex }>;
  /** Loads the declarations of a room, by its name. */
  export const ROOMS: Record<string, () => Promise<{ default: Contract }>>;
}

/** All of them at once, for tests. */
declare module "virtual:pages/all" {
  import type { Contract } from "@/platform/contract";

  const pages: Contract;
  export default pages;
}
