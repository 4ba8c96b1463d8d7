/** 航司要求 beside the sheet: what the carrier of the waybill's prefix demands; nothing where nobody wrote anything. */
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { get } from "@/platform/call/client";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { RichText } from "@/platform/rich/rich-text";

const PREFIX = /^\d{3}/u;
const FRESH_MS = 60_000;

interface Shown {
  carrierCode: string;
  text: string;
}

export function CarrierNote({ form }: { form: FormStore }) {
  const t = useText();
  const prefix = PREFIX.exec(useValue<string | null>(form, "awbNumber") ?? "")?.[0] ?? "";
  const { data, error, refetch } = useQuery({
    queryKey: ["carrier-note-shown", prefix],
    enabled: prefix !== "",
    staleTime: FRESH_MS,
    queryFn: () => get<Shown | null>(`/afbase/carrier/noteOf/${prefix}`, undefined, { quiet: true }),
  });
  if (error) {
    return (
      <p className="page-note awb-carrier-failed" role="status">
        {t("awb:carrierNote.failed")}{" "}
        <Button type="link" size="small" onClick={() => void refetch()}>
          {t("platform:action.retry")}
        </Button>
      </p>
    );
  }
  if (!data) return null;
  return (
    <details key={data.carrierCode} className="awb-carrier-note" open>
      <summary>{t("awb:carrierNote.title", { code: data.carrierCode })}</summary>
      <RichText html={data.text} />
    </details>
  );
}
