/** Who is logged in: kept in local storage so that a reload keeps the session. */
import type { Access } from "@/gen/contract";
import { create } from "zustand";
import { boot } from "@/platform/boot";
import { KEY, SESSION_KEYS, drop, read, readJson, write, writeJson } from "@/platform/storage";

export type LoginType = 0 | 1 | 2;

/** The company of the session. */
interface SessionOrg {
  id: string;
  /** 1: in use. */
  status: number;
  auditStatus: string;
  /** Partner of the platform with whom it has its contract; null where none is named. */
  contractPartyId: string | null;
  title: string;
}

/** The person of the session. */
interface SessionUser {
  id: string;
  nickname: string;
  mobile: string;
  /** Dialling code of the mobile. */
  area: string;
  /** 1: employed. */
  userState: number;
  /** As of the company. */
  contractPartyId: string | null;
}

/** The answer of the token call, as far as the client keeps it. */
export interface User {
  userId: string;
  userCname?: string;
  userEname?: string;
  userName?: string;
  deptId?: string;
  orgId: string;
  orgCode?: string;
  orgName?: string;
  /** What the company calls itself in the top bar; its name when empty. */
  orgTitle?: string;
  themeColor?: string;
  /** Its picture in the top bar. */
  orgLogo?: string | null;
  orgVersion?: string;
  adminRole?: string;
  loginRole?: string;
  loginType?: LoginType;
  /** Ids of the roles that count, comma between. */
  roleId?: string;
  orderEditNewPage?: boolean;
  orderSaveClosePage?: boolean;
  userEmail?: string;
  phoneNumber?: string;
  stopDate?: string;
  pageLanguage?: string;
  privateSaas?: string | boolean;
  /** Answers in the chat. */
  onlineService?: boolean;
  /** What the supplier service of the chat is asked with; kept beside the user. */
  yctopToken?: string | null;
  mustChangePassword?: boolean;
  org?: SessionOrg;
  user?: SessionUser;
  /** Why the session may do nothing but what is asked of its user: a new password, or a second factor. */
  limitedBy?: "first" | "expired" | "factor" | null;
}

/** True while the user must change his password, or bind a second factor, before anything else. */
export const isLimited = (user: User | null): boolean => Boolean(user?.mustChangePassword || user?.limitedBy);

interface SessionState {
  token: string | null;
  user: User | null;
  loginType: LoginType;
  buttons: string[] | null;
  /** What the supplier service of the chat is asked with. */
  yctopToken: string | null;
  /** Stores a fresh login. */
  enter(token: string, user: User, loginType: LoginType): void;
  setButtons(buttons: string[]): void;
  /** What was asked of the user is done: the session is whole. */
  lift(): void;
  /** The user has changed something about himself. */
  amend(changes: Partial<User>): void;
  /** Forgets everything of the session. */
  clear(): void;
}

interface Stored {
  user: User | null;
  loginType: LoginType;
}

export const useSession = create<SessionState>((set) => ({
  token: read(KEY.token),
  ...readJson<Stored>(KEY.session, { user: null, loginType: 0 }),
  buttons: readJson<string[] | null>(KEY.buttonInfo, null),
  yctopToken: read(KEY.yctopToken),
  enter(token, { yctopToken = null, ...user }, loginType) {
    if (yctopToken) write(KEY.yctopToken, yctopToken);
    else drop(KEY.yctopToken);
    write(KEY.token, token);
    writeJson(KEY.session, { user, loginType } satisfies Stored);
    write(KEY.orgId, String(user.orgId));
    write(KEY.userId, String(user.userId));
    write(KEY.roleId, String(user.roleId ?? ""));
    write(KEY.orgVersion, user.orgVersion ?? "");
    write(KEY.privateSaas, user.privateSaas === true || user.privateSaas === "1" ? "1" : "0");
    write(KEY.adminRole, user.adminRole ?? "");
    for (const key of [KEY.orderEditNewPage, KEY.orderSaveClosePage]) {
      if (user[key] !== undefined) write(key, user[key] ? "1" : "0");
    }
    drop(KEY.buttonInfo);
    set({ token, user, loginType, buttons: null, yctopToken });
  },
  setButtons(buttons) {
    writeJson(KEY.buttonInfo, buttons);
    set({ buttons });
  },
  lift() {
    set(({ user, loginType }) => {
      if (!user) return {};
      const { limitedBy: _, mustChangePassword: _must, ...whole } = user;
      writeJson(KEY.session, { user: whole, loginType } satisfies Stored);
      return { user: whole };
    });
  },
  amend(changes) {
    set(({ user, loginType }) => {
      if (!user) return {};
      const amended = { ...user, ...changes };
      writeJson(KEY.session, { user: amended, loginType } satisfies Stored);
      return { user: amended };
    });
  },
  clear() {
    for (const key of SESSION_KEYS) drop(key);
    set({ token: null, user: null, loginType: 0, buttons: null, yctopToken: null });
  },
}));

/** Runs something whenever the session loses its user, or has another one. */
export function onOtherUser(act: () => void): void {
  const name = ({ user }: SessionState) => (user ? `${user.orgId} ${user.userId}` : "");
  useSession.subscribe((now, before) => void (name(now) !== name(before) && act()));
}

/** The session outside React. */
export const session = {
  get: () => useSession.getState(),
  /** The token of the call header: storage decides, because another tab may have changed it. */
  token: (): string | null => read(KEY.token),
  /** What the page was told when it was loaded; a page of an older server knows only what the log-in was told. */
  isPrivate: (): boolean => boot().privateSaas ?? read(KEY.privateSaas) === "1",
};

/** True when storage holds another token than the application: another tab logged in or out. */
export function tokenDiffers(): boolean {
  return (read(KEY.token) ?? "") !== (useSession.getState().token ?? "");
}

/** True when the user holds the button. */
export function useCan(code: Access): boolean {
  return useSession((state) => state.buttons?.includes(code) ?? false);
}
