import { expect, it } from "vitest";
import { newUuid, randomId } from "@/platform/random-id";

it("names things at random, at any length", () => {
  expect([randomId(), randomId(6)].map((id) => [id.length, /^[0-9a-f]+$/.test(id)])).toEqual([[32, true], [12, true]]);
  expect(newUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(newUuid()).not.toBe(newUuid());
});
