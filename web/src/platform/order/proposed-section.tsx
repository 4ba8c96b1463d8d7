import { Button } from "antd";
import { useProposal } from "@/platform/order/proposal";
import type { Params } from "@/platform/call/client";
import { SectionBody } from "@/platform/forms/form-body";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { useText } from "@/platform/i18n";

interface ProposedSectionProps extends SectionProps {
  path: string;
  params?: Params;
}

/** The fields of a section; those of a new paper are filled from the order chosen among them. */
export function ProposedSection({ path, params, ...section }: ProposedSectionProps) {
  const t = useText();
  const { form, editing, readOnly } = section;
  const { error, retry } = useProposal(form, section.section.fields, { path, params, wanted: !editing && !readOnly });
  return (
    <>
      {error && (
        <p className="finding" role="alert">
          {t("platform:proposal.failed", { reason: error.message })}
          <Button type="link" size="small" onClick={retry}>
            {t("platform:action.retry")}
          </Button>
        </p>
      )}
      <SectionBody {...section} />
    </>
  );
}
