/** What the tests of papers share: the declared pages of the room, a user, a stub server behind a page. */
import paperRoom from "@/modules/paper/pages";
import { type Declared as DeclaredPage, type Opened, openDeclared } from "@/platform/lists/declared-kit";
import type { StubServer } from "@/platform/test-kit";

export { type Opened, buttonOf, dialogOf, fieldAt, gone, runOnRow as run } from "@/platform/lists/declared-kit";

export type Declared = Omit<DeclaredPage, "room">;

/** A declared list with what the room changes of it. */
export function openList(page: Declared, opened: Opened): Promise<StubServer> {
  return openDeclared({ room: paperRoom, ...page }, opened);
}
