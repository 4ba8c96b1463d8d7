import type { MouseEvent, ReactNode } from "react";
import { goTo } from "@/platform/navigate";

interface PageLinkProps {
  href: string;
  className?: string;
  children: ReactNode;
  title?: string;
}

/** A link inside the application: opens here, and in a new tab with the browser's own keys. */
export function PageLink({ href, className, children, title }: PageLinkProps) {
  const click = (event: MouseEvent) => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    goTo(href);
  };
  return (
    <a href={href} className={className} title={title} onClick={click}>
      {children}
    </a>
  );
}
