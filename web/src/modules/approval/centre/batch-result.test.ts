import { describe, expect, it } from "vitest";
import { batchResult } from "@/modules/approval/centre/batch-result";

describe("several decisions at once", () => {
  it("tells what failed by its number", () => {
    const rows = [
      { taskId: "1", done: true },
      { taskId: "2", done: false, message: "该审批已处理" },
    ];
    expect(batchResult(rows, (id) => `SP-${id}`)).toEqual({ done: 1, failed: ["SP-2：该审批已处理"] });
  });
});
