import { describe, expect, it } from "vitest";
import { summaryOf } from "@/modules/approval/instance/summary";

describe("the summary of the records", () => {
  it("is the mean of the finished ones and the share of late decisions", () => {
    const hour = 3_600_000;
    const sums = { runningCount: 1, finishedCount: 2, finishedMs: 6 * hour, decidedTasks: 4, lateTasks: 1 };
    expect(summaryOf(sums)).toEqual({ running: 1, hours: 3, late: 25 });
  });

  it("has neither without anything finished", () => {
    expect(summaryOf({ runningCount: 3 })).toEqual({ running: 3, hours: null, late: null });
  });
});
