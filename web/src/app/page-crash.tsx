import { Component, type ReactNode } from "react";
import { translate } from "@/platform/i18n";
import { goTo, page } from "@/platform/navigate";

/** A page that breaks says so and offers a way on; the shell around it stays. */
export class PageCrash extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="notice-page">
        <h1>{translate("app:crash.title")}</h1>
        <p>{translate("app:crash.text")}</p>
        <p className="notice-actions">
          <button type="button" className="plain-button primary" onClick={() => page.reload()}>
            {translate("app:crash.reload")}
          </button>
          <button type="button" className="plain-button" onClick={() => goTo("/dashboard")}>
            {translate("app:notice.home")}
          </button>
        </p>
      </main>
    );
  }
}
