/** What somebody decides about the thing a form shows. */
import type { Label } from "@/platform/contract";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useLabel, useText } from "@/platform/i18n";
import { Notice } from "@/platform/order/order-parts";
import { PageLink } from "@/platform/page-link";
import { ToneTag } from "@/platform/tone-tag";

/** A running application; one that `closes` leaves nothing of the form to be changed meanwhile. */
interface Approving {
  instanceId: string;
  instanceNo: string;
  act: Label;
  closes: boolean;
}

export function useApproving(form: FormStore): Approving[] {
  return useValue<Approving[] | undefined>(form, "approving") ?? NONE;
}

const NONE: Approving[] = [];

export function ApprovingNotice({ form }: { form: FormStore }) {
  const t = useText();
  const label = useLabel();
  return useApproving(form).map(({ instanceId, instanceNo, act, closes }) => (
    <Notice
      key={instanceId}
      mark={<ToneTag tone="warning">{t("platform:approving.tag")}</ToneTag>}
      text={t(closes ? "platform:approving.closes" : "platform:approving.text", { act: label(act), no: instanceNo })}
    >
      <PageLink href={`/notification?id=0&approval=${instanceId}`}>{t("platform:approving.look")}</PageLink>
    </Notice>
  ));
}
