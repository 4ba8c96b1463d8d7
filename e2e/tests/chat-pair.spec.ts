/** The chat of two users at two processes on one database of PostgreSQL. */
import { twoUsersTalk } from "../support/chat.ts";
import { isLeftOut } from "../support/postgres.ts";
import { pairTest as test } from "../support/test.ts";

test.skip(isLeftOut, "TEST_DATABASE_URL names no PostgreSQL server");

test("two users talk over two processes on one database", async ({ browser, page, request, otherURL, baseURL }) => {
  // req: chat-panel, chat-start-conversation, chat-first-greeting, chat-unread-badge
  test.expect(otherURL).not.toBe(baseURL);
  await twoUsersTalk({ browser, page, request, otherURL });
});
