import { expect, it } from "vitest";
import { changesOf } from "@/platform/forms/drafts";
import { FormStore } from "@/platform/forms/form-store";

const changed = (form: FormStore) => changesOf(form.cleanValues(), form.all()).map(({ path }) => path);

it("takes what is computed for no change of its user, neither before he types nor after", () => {
  const form = new FormStore({ weight: 480, charge: 600 });
  form.compute({ density: 133.33 });
  expect([form.dirty(), changed(form)]).toEqual([false, []]);
  form.set("weight", 500);
  form.compute({ charge: 610, density: 138.9 });
  expect([form.get("charge"), changed(form)]).toEqual([610, ["weight"]]);
  form.set("weight", 480);
  expect(form.dirty()).toBe(false);
});

it("leaves a change of its user one, whatever is computed in its place", () => {
  const form = new FormStore({ charge: 650 });
  form.set("charge", null);
  form.compute({ charge: 600 });
  expect([form.get("charge"), form.dirty(), changed(form)]).toEqual([600, true, ["charge"]]);
});

it("is saved again when what was typed is taken back, as soon as its figures are", () => {
  const form = new FormStore({ lines: [{ price: "30", amount: "300" }] });
  form.set("lines.0.price", "31");
  form.compute({ lines: [{ price: "31", amount: "310" }] });
  form.set("lines.0.price", "30");
  expect(form.dirty()).toBe(true);
  form.compute({ lines: [{ price: "30", amount: "300" }] });
  expect(form.dirty()).toBe(false);
});
