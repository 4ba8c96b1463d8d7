import { expect, it } from "vitest";
import { piecesDiffer, volumeDiffers, weightDiffers } from "./mismatch";

// req: track-open-mismatch-helper
it("compares nothing with an empty or zero side", () => {
  for (const differs of [piecesDiffer, weightDiffers, volumeDiffers]) {
    for (const nothing of [null, undefined, "", 0, "0.000"]) {
      expect(differs(nothing, 5)).toBe(false);
      expect(differs(5, nothing)).toBe(false);
    }
  }
});

// req: track-open-mismatch-helper
it("wants pieces to be equal", () => {
  expect(piecesDiffer(12, 12)).toBe(false);
  expect(piecesDiffer(12, "12.0")).toBe(false);
  expect(piecesDiffer(12, 13)).toBe(true);
});

// req: track-open-mismatch-helper
it("allows weight 3 % of the plan and 100 at most, edges included", () => {
  expect(weightDiffers(480, 494.4)).toBe(false);
  expect(weightDiffers(480, 494.401)).toBe(true);
  expect(weightDiffers(480, 465.6)).toBe(false);
  expect(weightDiffers(480, 465.599)).toBe(true);
  expect(weightDiffers(10000, 10100)).toBe(false);
  expect(weightDiffers(10000, 10100.001)).toBe(true);
  expect(weightDiffers(10000, 9899.999)).toBe(true);
});

// req: track-open-mismatch-helper
it("allows volume 90 % to 110 % of the plan, edges included", () => {
  expect(volumeDiffers(3.6, 3.96)).toBe(false);
  expect(volumeDiffers(3.6, 3.961)).toBe(true);
  expect(volumeDiffers(3.6, 3.24)).toBe(false);
  expect(volumeDiffers(3.6, 3.239)).toBe(true);
});
