import { Button, Modal } from "antd";
import { BasicSection } from "@/app/personal/basic-section";
import { CcFields } from "@/app/personal/cc-fields";
import { FoldedSection } from "@/app/personal/folded-section";
import { MailFields } from "@/app/personal/mail-fields";
import { OrdersSection } from "@/app/personal/orders-section";
import { useJudge } from "@/app/personal/use-judge";
import { usePersonalForm } from "@/app/personal/use-personal-form";
import { type View, useView, wrongParts } from "@/app/personal/use-view";
import { busy } from "@/platform/busy";
import { useDirty, useFindings } from "@/platform/forms/form-store";
import { confirmLeave, useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import "./personal.css";

const WIDTH_PX = 910;

type Personal = ReturnType<typeof usePersonalForm>;

export function PersonalModal({ close }: { close(): void }) {
  const t = useText();
  const view = useView();
  const personal = usePersonalForm(view.show, close);
  const dirty = useDirty(personal.form);
  useLeaveGuard(personal.form);
  const leave = async () => {
    if (!dirty || (await confirmLeave())) close();
  };
  const buttons = (
    <>
      <Button onClick={personal.clear}>{t("personal:clear")}</Button>
      <Button type="primary" loading={busy(personal.working === "save")} onClick={() => void personal.save()}>
        {t("platform:action.ok")}
      </Button>
    </>
  );
  return (
    <Modal
      open
      centered
      width={WIDTH_PX}
      className="personal-dialog"
      title={t("personal:title")}
      mask={{ closable: false }}
      footer={personal.ready ? buttons : null}
      onCancel={() => void leave()}
    >
      <Body personal={personal} view={view} />
    </Modal>
  );
}

function Body({ personal, view }: { personal: Personal; view: View }) {
  if (personal.error) return <LoadFailed message={personal.error.message} retry={personal.reload} />;
  return personal.ready ? <Sections personal={personal} view={view} /> : <PageLoading rows={10} />;
}

function Sections({ personal, view }: { personal: Personal; view: View }) {
  const t = useText();
  const { form } = personal;
  const judge = useJudge(form, personal.faults);
  const wrong = wrongParts(useFindings(form));
  const folded = (part: "mail" | "cc") => ({
    title: t(`personal:section.${part}`),
    open: view.open[part],
    toggle: () => view.toggle(part),
    wrong: wrong.has(part),
  });
  return (
    <div ref={view.box} className="personal" onBlur={judge}>
      <BasicSection form={form} emailLocked={personal.emailLocked} phoneLocked={personal.phoneLocked} areaLocked={personal.areaLocked} />
      <OrdersSection form={form} scope={view.scope} choose={view.choose} wrong={wrong} />
      <FoldedSection {...folded("mail")}>
        <MailSection personal={personal} />
      </FoldedSection>
      <FoldedSection {...folded("cc")}>
        <CcFields form={form} />
      </FoldedSection>
    </div>
  );
}

function MailSection({ personal }: { personal: Personal }) {
  return <MailFields form={personal.form} trying={personal.working === "try"} tryIt={() => void personal.tryMail()} />;
}
