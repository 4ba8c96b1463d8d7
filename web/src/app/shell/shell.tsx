import { useLocation } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { HelpBall } from "@/app/shell/help-ball";
import { QuietNotice } from "@/app/shell/quiet-notice";
import { ShellDialogs } from "@/app/shell/shell-dialogs";
import { Sidebar } from "@/app/shell/sidebar";
import { TopBar } from "@/app/shell/top-bar";
import { useShellKeys } from "@/app/shell/use-shell-keys";
import { useVisit } from "@/app/shell/use-visit";
import { VersionNotice } from "@/app/shell/version-notice";
import { TabPages } from "@/app/tabs/tab-pages";
import { putAwayTabs, useTabs } from "@/app/tabs/tab-store";
import { TabStrip } from "@/app/tabs/tab-strip";
import { BrowserNotice } from "@/app/login/browser-notice";
import { boot } from "@/platform/boot";
import { labelText, useText } from "@/platform/i18n";
import type { ResolvedPage } from "@/platform/page-registry";
import { startPush } from "@/platform/push/push";
import { useSession } from "@/platform/session";
import { ThemeProvider } from "@/platform/theme/theme-provider";
import { useLook } from "@/platform/theme/theme-store";
import { KEY, read, write } from "@/platform/storage";
import { useNarrow } from "@/platform/use-narrow";

/** Below this body width the sidebar is a drawer. */
export const MOBILE_BELOW_PX = 992;

/** The frame around every page of a logged-in user. */
export default function Shell(props: ShellProps) {
  return (
    <ThemeProvider>
      <Frame {...props} />
    </ThemeProvider>
  );
}

interface ShellProps {
  page: ResolvedPage | null;
}

function Frame({ page }: ShellProps) {
  const t = useText();
  const pathname = useLocation({ select: (location) => location.pathname });
  const mobile = useMobile();
  const [open, setOpen] = useState(() => read(KEY.sidebar) !== "0");
  const [drawer, setDrawer] = useState(false);
  const strip = useStrip();

  useShellKeys();
  useVisit(page?.path);
  useEffect(startPush, []);
  useEffect(() => setDrawer(false), [pathname, mobile]);

  const toggle = useCallback(() => {
    if (mobile) return setDrawer(!drawer);
    write(KEY.sidebar, open ? "0" : "1");
    setOpen(!open);
  }, [mobile, drawer, open]);
  const chosen = useCallback(() => setDrawer(false), []);
  const shown = mobile ? drawer : open;
  return (
    <div className={`shell${mobile ? " is-mobile" : ""}${shown ? "" : " is-folded"}`}>
      <WindowTitle page={page} />
      <a className="skip-link" href="#content">
        {t("app:nav.skip")}
      </a>
      <TopBar toggle={toggle} open={shown} mobile={mobile} />
      {mobile && drawer && <div className="shell-veil" aria-hidden="true" onClick={() => setDrawer(false)} />}
      {shown && <Sidebar pathname={pathname} chosen={chosen} />}
      <div className="shell-content" id="content" tabIndex={-1}>
        {strip && <TabStrip />}
        <QuietNotice />
        <VersionNotice />
        <BrowserNotice />
        <TabPages page={page} strip={strip} />
      </div>
      <HelpBall />
      <ShellDialogs />
    </div>
  );
}

/** Names the window by the page, and by what the page shows. Of its own, as names change more often than the frame. */
function WindowTitle({ page }: ShellProps) {
  const orgName = useSession((state) => state.user?.orgName);
  const name = useTabs(({ tabs, active }) => tabs.find((tab) => tab.key === active)?.name);
  const title = labelText(page?.title);
  useEffect(() => {
    document.title = [name, title, orgName, boot().product].filter(Boolean).join(" · ");
  }, [name, title, orgName]);
  return null;
}

/** Whether opened pages stay open as tabs. Pages behind are let go when that ends, but for what is unsaved in them. */
function useStrip(): boolean {
  const chosen = useLook((look) => look.tabs);
  const strip = !useNarrow() && chosen;
  useEffect(() => {
    if (!strip) putAwayTabs();
  }, [strip]);
  return strip;
}

export function useMobile(): boolean {
  const [mobile, setMobile] = useState(() => document.body.clientWidth < MOBILE_BELOW_PX);
  useEffect(() => {
    const measure = () => setMobile(document.body.clientWidth < MOBILE_BELOW_PX);
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, []);
  return mobile;
}
