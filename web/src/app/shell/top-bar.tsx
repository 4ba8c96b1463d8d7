import { CustomerServiceOutlined, IdcardOutlined, QuestionCircleOutlined, SearchOutlined } from "@ant-design/icons";
import { Button, Checkbox, Popover, Segmented } from "antd";
import { Suspense, lazy, memo, useState } from "react";
import { Brand } from "@/app/brand";
import { chooseLanguage } from "@/app/language";
import { confirmLogout } from "@/app/logout";
import { openPersonalSettings } from "@/app/personal/personal-store";
import { openAssistant } from "@/app/shell/assistant-store";
import { Bell } from "@/app/shell/bell";
import { openManual, openPageHelp } from "@/app/shell/manual";
import { openPalette } from "@/app/shell/palette-store";
import { boot } from "@/platform/boot";
import { chosenLanguage, language, languageName, languages, loadRoom, useText } from "@/platform/i18n";
import { CONTROL_KEY } from "@/platform/keys/key-target";
import { goTo } from "@/platform/navigate";
import { KeptPicture } from "@/platform/rich/kept-picture";
import { session, useSession } from "@/platform/session";
import { type Look, defaultPrimary, effectivePrimary, setLook, useLook } from "@/platform/theme/theme-store";
import { ToneTag } from "@/platform/tone-tag";
import "./top-bar.css";

// Few users chat; the code comes with the first visit of one who does.
const ChatEntry = lazy(async () => {
  const [entry] = await Promise.all([import("@/modules/chat/chat-entry"), loadRoom("chat")]);
  return { default: entry.ChatEntry };
});
const ReleaseNotes = lazy(async () => ({ default: (await import("@/app/shell/release-notes")).ReleaseNotes }));

const FAR_DAY = "2099-12-31";

interface TopBarProps {
  open: boolean;
  mobile: boolean;
  toggle(): void;
}

/** Organisation and version at the left, the user's own things at the right; the same on every page. */
export const TopBar = memo(function TopBar({ open, mobile, toggle }: TopBarProps) {
  const t = useText();
  const user = useSession((state) => state.user);
  const text = mobile ? (open ? "app:nav.close" : "app:nav.open") : open ? "app:nav.collapse" : "app:nav.expand";
  return (
    <header className="top-bar">
      <button type="button" className="icon-button" aria-label={t(text)} aria-expanded={open} onClick={toggle}>
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <path d="M2.5 4h11M2.5 8h11M2.5 12h11" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" />
        </svg>
      </button>
      {!session.isPrivate() && !mobile && <Brand small />}
      <button type="button" className="top-title" onClick={() => goTo(`/dashboard?t=${Date.now()}`)}>
        {user?.orgLogo && <KeptPicture path={user.orgLogo} alt="" className="top-logo" />}
        <span>{user?.orgTitle || user?.orgName}</span>
      </button>
      <VersionButton />
      <span className="top-space" />
      <SearchButton mobile={mobile} />
      {!mobile && <StopDate />}
      {!session.isPrivate() && <ContactButton />}
      <HelpButton />
      <Chat />
      <Bell />
      <LanguageSwitch />
      <LookMenu />
      <PersonalButton />
      <UserMenu mobile={mobile} />
    </header>
  );
});

/** Not there on a private deployment, nor for who has no online service; the entry itself asks for the rest. */
function Chat() {
  const user = useSession((state) => state.user);
  if (session.isPrivate() || !user?.onlineService) return null;
  return (
    <Suspense fallback={null}>
      <ChatEntry key={user.userId} userId={user.userId} />
    </Suspense>
  );
}

/** The version leads to what it brought. */
function VersionButton() {
  const t = useText();
  const [open, setOpen] = useState(false);
  const { version } = boot();
  if (!version) return null;
  return (
    <>
      <button type="button" className="top-version" title={t("app:releases.open")} onClick={() => setOpen(true)}>
        {version}
      </button>
      <Suspense fallback={null}>{open && <ReleaseNotes close={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** When the contract of the organisation ends; the platform's own people have none. */
function StopDate() {
  const t = useText();
  const user = useSession((state) => state.user);
  if (user?.adminRole === "superAdmin") return null;
  const day = (user?.stopDate || FAR_DAY).slice(0, 10);
  const past = day < today();
  return (
    <span className={past ? "stop-date is-past" : "stop-date"}>
      {t("app:user.stopDate", { day })}
      {past && <ToneTag tone="danger">{t("app:user.expired")}</ToneTag>}
    </span>
  );
}

export function today(): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(new Date());
}

/** The way to the search over menus and numbers, for those who do not know its key. */
function SearchButton({ mobile }: { mobile: boolean }) {
  const t = useText();
  const title = t("app:palette.title");
  return (
    <button type="button" className={mobile ? "icon-button" : "top-search"} aria-label={title} title={title} onClick={openPalette}>
      <SearchOutlined aria-hidden="true" />
      {!mobile && (
        <>
          <span>{t("app:palette.search")}</span>
          {/* Drawn by the style: the name of a button begins with all the words it shows. */}
          <kbd data-text={`${CONTROL_KEY} K`} />
        </>
      )}
    </button>
  );
}

/** The way to those who run the platform. */
function ContactButton() {
  const t = useText();
  const title = t("app:user.contact");
  return (
    <button type="button" className="icon-button" aria-label={title} title={title} onClick={() => goTo("/contactUs")}>
      <CustomerServiceOutlined aria-hidden="true" />
    </button>
  );
}

/** The help of the open page. */
function HelpButton() {
  const t = useText();
  return (
    <button type="button" className="icon-button" aria-label={t("app:help.open")} title={t("app:help.open")} onClick={() => void openPageHelp()}>
      <QuestionCircleOutlined aria-hidden="true" />
    </button>
  );
}

/** Of two languages the other one; of more a menu. */
function LanguageSwitch() {
  const t = useText();
  const [open, setOpen] = useState(false);
  const others = languages().filter(({ id }) => id !== chosenLanguage());
  const [next] = others;
  if (!next) return null;
  if (others.length === 1) {
    return (
      <button type="button" className="text-button" lang={next.id} aria-label={`${t("app:user.language")} ${next.paramText}`} onClick={() => void chooseLanguage(next.id)}>
        {next.paramText}
      </button>
    );
  }
  const choose = (code: string) => {
    setOpen(false);
    void chooseLanguage(code);
  };
  const content = (
    <div className="user-menu" role="menu">
      {languages().map(({ id, paramText }) => (
        <button key={id} type="button" role="menuitemradio" lang={id} aria-checked={id === chosenLanguage()} onClick={() => choose(id)}>
          {paramText}
        </button>
      ))}
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={content} open={open} onOpenChange={setOpen}>
      <button type="button" className="text-button" aria-label={`${t("app:user.language")} ${languageName(chosenLanguage())}`} aria-haspopup="menu" aria-expanded={open}>
        {languageName(chosenLanguage())}
      </button>
    </Popover>
  );
}

/** The user's own settings, also at the head of his menu. */
function PersonalButton() {
  const t = useText();
  const title = t("app:user.editPersonal");
  return (
    <button type="button" className="icon-button top-personal" aria-label={title} title={title} onClick={openPersonalSettings}>
      <IdcardOutlined aria-hidden="true" />
    </button>
  );
}

function LookMenu() {
  const t = useText();
  const look = useLook();
  const modes: { value: Look["mode"]; label: string }[] = [
    { value: "light", label: t("app:user.light") },
    { value: "dark", label: t("app:user.dark") },
    { value: "system", label: t("app:user.system") },
  ];
  const content = (
    <div className="look-menu">
      <Segmented options={modes} value={look.mode} onChange={(mode) => setLook({ mode })} />
      <Checkbox checked={look.compact} onChange={(event) => setLook({ compact: event.target.checked })}>
        {t("app:user.compact")}
      </Checkbox>
      <Checkbox checked={look.ball} onChange={(event) => setLook({ ball: event.target.checked })}>
        {t("app:ball.shown")}
      </Checkbox>
      <Button size="small" onClick={openAssistant}>
        {t("app:assistant.open")}
      </Button>
      <Checkbox checked={look.tabs} onChange={(event) => setLook({ tabs: event.target.checked })}>
        {t("app:tabs.shown")}
      </Checkbox>
      <label className="look-color">
        <span>{t("app:user.color")}</span>
        <input
          type="color"
          value={effectivePrimary(look.primary)}
          onChange={(event) => setLook({ primary: event.target.value })}
        />
        <Button type="link" size="small" onClick={() => setLook({ primary: defaultPrimary() })}>
          {t("platform:action.reset")}
        </Button>
      </label>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={content}>
      <button type="button" className="icon-button" aria-label={t("app:user.theme")}>
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
          <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.3" />
          <path d="M8 2.500a5.5 5.5 0 0 1 0 11z" fill="currentColor" />
        </svg>
      </button>
    </Popover>
  );
}

function UserMenu({ mobile }: { mobile: boolean }) {
  const t = useText();
  const user = useSession((state) => state.user);
  const [open, setOpen] = useState(false);
  const name = (language() === "en-US" && user?.userEname) || user?.userCname || user?.userName || "";
  const run = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  const entries: [string, () => void][] = [
    [t("app:user.personal"), openPersonalSettings],
    [t("app:user.password"), () => goTo("/resetPassword")],
    [t("app:user.tutorial"), () => goTo("/tutorial")],
    [t("app:user.manual"), () => void openManual()],
    [t("app:user.logout"), () => void confirmLogout()],
  ];
  const content = (
    <div className="user-menu" role="menu">
      <p className="user-menu-who">
        <b>{name}</b>
        <span>{user?.userEmail || user?.phoneNumber}</span>
      </p>
      {entries.map(([label, act]) => (
        <button key={label} type="button" role="menuitem" onClick={run(act)}>
          {label}
        </button>
      ))}
    </div>
  );
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      content={content}
      styles={{ container: { padding: 4 } }}
    >
      <button type="button" className="user-button" aria-label={`${t("app:user.menu")} ${name}`} aria-haspopup="menu">
        <span className="avatar" aria-hidden="true" data-text={name.slice(0, 1)} />
        {!mobile && <span>{name}</span>}
      </button>
    </Popover>
  );
}
