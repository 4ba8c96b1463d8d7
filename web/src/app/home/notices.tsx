import { useQuery } from "@tanstack/react-query";
import { Suspense, lazy, useState } from "react";
import { Card, Loaded, reason } from "@/app/home/card";
import { noticesQuery } from "@/app/home/home-queries";
import type { Notice } from "@/app/home/notice";
import { NoticeTag } from "@/app/home/notice-tag";
import { useText } from "@/platform/i18n";

// What cleans HTML is no small script.
const RichText = lazy(async () => ({ default: (await import("@/platform/rich/rich-text")).RichText }));
const NoticeDialog = lazy(async () => ({ default: (await import("@/app/home/notice-dialog")).NoticeDialog }));

const SHOWN_MAX = 6;

/** 系统公告: the newest announcements. */
export function Notices() {
  const t = useText();
  const [open, setOpen] = useState<Notice | null>(null);
  const { data, error, refetch } = useQuery(noticesQuery);
  const failed = reason(error, t("home:notices.failed"));
  return (
    <Card title={t("home:notices.title")}>
      <Loaded data={data} error={error} failed={failed} retry={() => void refetch()} rows={6}>
        {(notices) => (
          <>
            {notices.length === 0 && <p className="soft">{t("home:notices.none")}</p>}
            <ul className="home-notices">
              {notices.slice(0, SHOWN_MAX).map((notice) => (
                <li key={notice.noticeId}>
                  <NoticeLine notice={notice} open={() => setOpen(notice)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <Suspense fallback={null}>{open && <NoticeDialog notice={open} close={() => setOpen(null)} />}</Suspense>
    </Card>
  );
}

function NoticeLine({ notice, open }: { notice: Notice; open(): void }) {
  return (
    <button type="button" className={notice.read === false ? "home-notice is-unread" : "home-notice"} onClick={open}>
      <NoticeTag type={notice.noticeType} />
      <span className="home-notice-title">
        <Suspense fallback={null}>
          <RichText html={notice.noticeTitle} title />
        </Suspense>
      </span>
      <time className="soft tabular" dateTime={notice.noticeDate}>
        {notice.noticeDate}
      </time>
    </button>
  );
}
