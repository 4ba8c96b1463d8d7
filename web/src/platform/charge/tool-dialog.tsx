import { useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";
import type { Proposal, Side } from "@/platform/charge/charge-model";
import { type Template, type Tool, askedOf, fieldsOfTool, initialOf } from "@/platform/charge/tool-fields";
import type { ChargesHands } from "@/platform/charge/use-charges";

/** Pixels; rows of charges are chosen by their words. */
const WIDTH = 560;

interface ToolDialogProps {
  tool: Tool;
  templates: Template[];
  charges: ChargesHands;
  /** Those that can be changed. */
  sides: readonly Side[];
  done(proposal: Proposal): void;
  close(): void;
}

/** What a tool asks for; its answer is a proposal. */
export function ToolDialog({ tool, templates, charges, sides, done, close }: ToolDialogProps) {
  const t = useText();
  return (
    <MoveDialog
      title={t(`css:tool.${tool}.title`)}
      note={<p className="soft">{t(`css:tool.${tool}.note`)}</p>}
      fields={fieldsOfTool(tool, charges, sides, templates)}
      initial={initialOf(tool, charges)}
      ok={t("css:tool.preview")}
      width={WIDTH}
      said={false}
      send={(asked) => charges.propose(tool, askedOf(tool, asked, sides))}
      done={done}
      stale={charges.reload}
      close={close}
    />
  );
}
