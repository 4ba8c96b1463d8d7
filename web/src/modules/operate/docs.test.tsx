import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import docs from "@/modules/operate/docs.page";
import { groupsOf, schemasOf } from "@/modules/operate/docs-data";
import { loadRoom } from "@/platform/i18n";
import { stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answer = (data: unknown) => ({ "200": { content: { "application/json": { schema: { properties: { data } } } } } });
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "OpenForwarder", version: "1" },
  paths: {
    "/hrs/user/page": {
      get: { operationId: "page_user", summary: "Users", parameters: [{ name: "size", in: "query" }], responses: answer({}), "x-access": "hrs_user" },
    },
    "/hrs/user": {
      post: {
        operationId: "create_user",
        requestBody: { content: { "application/json": { schema: { type: "object", required: ["userName"] } } } },
        responses: answer({ type: "string" }),
        "x-access": ["sys_user_add", "sys_user_edit"],
      },
    },
    "/track/order": { get: { operationId: "look", responses: answer({}), "x-access": "public" } },
  },
};

it("finds calls by each typed word, and leaves out what nothing is said of", () => {
  expect(groupsOf(DOCUMENT, "").map(([name, calls]) => [name, calls.length])).toEqual([["/hrs", 2], ["/track", 1]]);
  expect(groupsOf(DOCUMENT, "user POST").flatMap(([, calls]) => calls.map((call) => call.path))).toEqual(["/hrs/user"]);
  expect(groupsOf(DOCUMENT, "nowhere")).toEqual([]);
  expect(schemasOf(DOCUMENT.paths["/hrs/user/page"].get)).toEqual({ body: "", answer: "" });
  expect(schemasOf(DOCUMENT.paths["/hrs/user"].post).answer).toContain("string");
});

it("reads the document with the session, and shows a call with its rights and its body", async () => {
  await loadRoom("operate");
  const bare = () => new Response(JSON.stringify(DOCUMENT), { headers: { "content-type": "application/json" } });
  const server = stubServer({ "GET /openapi.json": bare });
  const Page = docs.page;
  if (!Page) throw new Error("no page");
  renderPage(<Page />, "/docs");
  const group = (await screen.findByText("/hrs (2)")).closest("details");
  if (!group) throw new Error("no group");
  expect(screen.queryByText("/hrs/user")).toBeNull();
  open(group);
  const call = (await screen.findByText("/hrs/user")).closest("details");
  if (!call) throw new Error("no call");
  open(call);
  await screen.findByText("sys_user_add, sys_user_edit");
  await screen.findByText(/userName/);
  expect(server.asked).toHaveLength(1);
});

/** As a browser does it; the DOM of the tests has no toggling. */
function open(details: HTMLDetailsElement) {
  details.open = true;
  fireEvent(details, new Event("toggle"));
}
