/** A page of this room in a test, with a stub server behind it. */
import { createMemoryHistory, createRootRoute, createRoute, createRouter, type defaultParseSearch } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { useDialogs } from "@/platform/dialog";
import { DialogHost } from "@/platform/dialog-host";
import { loadRoom } from "@/platform/i18n";
import { connectRouter } from "@/platform/navigate";
import { type PermissionNode, usePermission } from "@/platform/permission";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { renderRouter } from "@/platform/test-shell";
import { ToastHost } from "@/platform/toast-host";
import { useToasts } from "@/platform/toast";

interface Rights {
  buttons?: string[];
  tree?: PermissionNode[];
}

export async function openPage(Page: ComponentType, path: string, routes: Record<string, Answer>, rights: Rights = {}): Promise<StubServer> {
  localStorage.clear();
  useToasts.setState({ items: [] });
  useDialogs.setState({ open: [] });
  useSession.getState().setButtons(rights.buttons ?? []);
  const tree = rights.tree ?? [];
  const pages = tree.flatMap((node) => [node, ...(node.children ?? [])]).filter((node) => node.have !== false);
  usePermission.setState({ tree, paths: new Set(pages.flatMap((node) => node.path ?? [])) });
  await loadRoom("hrs");
  const server = stubServer(routes);
  const root = createRootRoute({
    component: () => (
      <>
        <Page />
        <ToastHost />
        <DialogHost />
      </>
    ),
  });
  const any = createRoute({ getParentRoute: () => root, path: "$", component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch: ((text: string) => Object.fromEntries(new URLSearchParams(text))) as typeof defaultParseSearch,
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text ? `?${text}` : "";
    },
  });
  connectRouter((href, replace) => (replace ? router.history.replace(href) : router.history.push(href)));
  renderRouter(router);
  return server;
}

export const toasts = (): string[] => useToasts.getState().items.map((item) => item.text);
