/** A language one may choose: code, its own name, and the shipped language behind it. */
export interface LanguageChoice {
  id: string;
  paramText: string;
  base: "zh-CN" | "en-US";
}

/** What the server writes into the page before any script runs. */
export interface Boot {
  client: { id: string; secret: string };
  version: string;
  product: string;
  /** Addresses of the platform's own pictures; empty: the built-in sign, a plain log-in. */
  logo?: string;
  background?: string;
  /** Colour of those who have not chosen one. */
  themeColor?: string;
  /** Registration number and copyright below the log-in. */
  icpNumber?: string;
  copyright?: string;
  /** Whether the log-in advises about browsers. */
  browserNotice?: boolean;
  /** Whether one company runs the product for itself. */
  privateSaas?: boolean;
  /** The languages one may choose; absent: those that are shipped. */
  languages?: LanguageChoice[];
  /** Language of who has not chosen one. */
  defaultLanguage?: string;
  /** Hosts, in lower case, at which the ranking of members is shown; none: nowhere. */
  rankingHosts?: string[];
  /** The outside page of freight prices; empty: there is none. */
  panelUrl?: string;
  /** Where static files are fetched; empty: from this server. */
  staticHost?: string;
  /** Where pages opened over http and over https send files; empty: to the address of the page. */
  uploadHttp?: string;
  uploadHttps?: string;
  /** What the provider of log-ins is called in both languages; absent: nobody logs in by one. */
  openid?: { zh: string; en: string };
  /** Whether this place is a restored copy that does nothing to the world yet. */
  quiet?: boolean;
}

declare global {
  interface Window {
    __FORWARDER__?: Partial<Boot>;
  }
}

// The client credential is public and fixed by the wire contract; a deployment may override it.
const DEFAULT: Boot = { client: { id: "forwarder", secret: "forwarder" }, version: "", product: "OpenForwarder" };

/** The boot data with the defaults of an unconfigured deployment. */
export function boot(): Boot {
  return { ...DEFAULT, ...window.__FORWARDER__ };
}

/** The nonce every style written at run time must carry, absent when the server sets no policy. */
export function cspNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return nonce && !nonce.startsWith("__") ? nonce : undefined;
}
