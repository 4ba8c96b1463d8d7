/** /af_inquiry_compare 报价比较: the answers of one inquiry at any weight, in one currency; one is chosen, or asked anew. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button } from "antd";
import { useState } from "react";
import { type Answer, type Comparison } from "@/modules/inquiry/answers";
import { CompareFigures } from "@/modules/inquiry/compare-figures";
import { type Asked, NOTHING_ASKED, comparisonAt, workbookPath } from "@/modules/inquiry/compare-model";
import { Comparing } from "@/modules/inquiry/comparing";
import { RoundDialog } from "@/modules/inquiry/round-dialog";
import { SelectDialog } from "@/modules/inquiry/select-dialog";
import { downloadFrom } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { DropMenu } from "@/platform/drop-menu";
import { FormField } from "@/platform/forms/form-field";
import { FormStore } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import "./inquiry.css";

const ADDRESS = "/af_inquiry_compare?inquiryUuid=";

function ComparePage() {
  const { inquiryUuid } = useSearch({ strict: false }) as { inquiryUuid?: string | number };
  const inquiry = inquiryUuid === undefined ? "" : String(inquiryUuid).trim();
  return (
    <div className="compare-page">
      {inquiry ? <OneInquiry key={inquiry} inquiry={inquiry} /> : <ChooseInquiry />}
    </div>
  );
}

/** Which inquiry, where the address names none. */
function ChooseInquiry() {
  const t = useText();
  const [form] = useState(() => {
    const store = new FormStore({});
    store.onChange(() => {
      const chosen = store.get("inquiryId");
      if (chosen) goTo(`${ADDRESS}${encodeURIComponent(String(chosen))}`, { replace: true });
    });
    return store;
  });
  const field: Field = { name: "inquiryId", kind: "reference", reference: "inquiry", label: labelPair("inquiry:compare.inquiry") };
  return (
    <>
      <header className="compare-head">
        <h1>{t("inquiry:compare.title")}</h1>
      </header>
      <p className="soft">{t("inquiry:compare.empty")}</p>
      <div className="compare-choice">
        <FormField form={form} field={field} />
      </div>
    </>
  );
}

type Opened = { dialog: "select"; answer: Answer } | { dialog: "round" } | null;

function OneInquiry({ inquiry }: { inquiry: string }) {
  const t = useText();
  const [asked, setAsked] = useState<Asked>(NOTHING_ASKED);
  const [opened, setOpened] = useState<Opened>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["inquiry.comparison", inquiry, asked],
    gcTime: 0,
    staleTime: 0,
    // The figures before stay until the new ones are there.
    placeholderData: (before: Comparison | undefined) => before,
    queryFn: () => comparisonAt(inquiry, asked),
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={10} />;
  const close = () => setOpened(null);
  const changed = () => {
    close();
    void refetch();
  };
  const may = (code: string) => data.can?.includes(code) === true;
  const choose = may("af-compare-select") && data.state === "QUOTED" ? (answer: Answer) => setOpened({ dialog: "select", answer }) : undefined;
  const hasMoney = data.currency !== undefined;
  return (
    <>
      <Head inquiry={inquiry} data={data} asked={asked} round={() => setOpened({ dialog: "round" })} />
      <CompareFigures data={data} asked={asked} ask={setAsked} />
      {!hasMoney && <p className="page-note tone-warning">{t("inquiry:compare.noCost")}</p>}
      {data.answers.length === 0 ? (
        <p className="soft">{t("inquiry:answers.none")}</p>
      ) : (
        <Comparing
          data={data}
          choose={choose}
          pick={(askedId, quoteId) => setAsked((before) => ({ ...before, shown: { ...before.shown, [askedId]: quoteId } }))}
        />
      )}
      {opened?.dialog === "select" && (
        <SelectDialog inquiry={inquiry} version={data.version ?? 0} answer={opened.answer} close={close} done={changed} />
      )}
      {opened?.dialog === "round" && <RoundDialog inquiry={inquiry} data={data} close={close} changed={() => void refetch()} />}
    </>
  );
}

interface HeadProps {
  inquiry: string;
  data: Comparison;
  asked: Asked;
  round(): void;
}

function Head({ inquiry, data, asked, round }: HeadProps) {
  const t = useText();
  const may = (code: string) => data.can?.includes(code) === true;
  const open = data.state === "ASKING" || data.state === "QUOTED" || data.state === "EXPIRED";
  const target = data.targetPrice ? `${data.targetCurrency ?? ""} ${data.targetPrice}/KG` : "";
  const save = (names: boolean) => void downloadFrom(workbookPath(inquiry, asked, names));
  const items = [
    { key: "names", label: t("inquiry:compare.exportNames"), onClick: () => save(true) },
    { key: "secret", label: t("inquiry:compare.exportSecret"), onClick: () => save(false) },
  ];
  return (
    <header className="compare-head">
      <h1>
        {t("inquiry:compare.title")} <span className="mono">{data.inquiryCode}</span>
      </h1>
      <span className="soft">
        {`${data.departureStation}-${data.arrivalStation} ${data.goodsNameCn} ${data.readyDate}`}
        {target && ` · ${t("inquiry:compare.target2", { price: target })}`}
      </span>
      <div className="buttons">
        {may("af-compare-round") && open && data.answers.length > 0 && <Button onClick={round}>{t("inquiry:compare.round")}</Button>}
        {may("af-compare-export") && data.answers.length > 0 && (
          <DropMenu menu={{ items }}>
            <Button>{t("inquiry:compare.export")}</Button>
          </DropMenu>
        )}
        <PageLink href={ADDRESS.replace(/=$/, "")}>{t("inquiry:compare.choose")}</PageLink>
      </div>
    </header>
  );
}

export default definePage({ page: ComparePage });
