/** A page of this room in a test, with a stub server behind it. */
import type { ComponentType } from "react";
import { loadRoom } from "@/platform/i18n";
import { type PermissionNode, usePermission } from "@/platform/permission";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

interface Rights {
  buttons?: string[];
  tree?: PermissionNode[];
}

export async function openPage(Page: ComponentType, path: string, routes: Record<string, Answer>, rights: Rights = {}): Promise<StubServer> {
  localStorage.clear();
  useSession.getState().setButtons(rights.buttons ?? []);
  const tree = rights.tree ?? [];
  const pages = tree.flatMap((node) => [node, ...(node.children ?? [])]).filter((node) => node.have !== false);
  usePermission.setState({ tree, paths: new Set(pages.flatMap((node) => node.path ?? [])) });
  await loadRoom("hrs");
  const server = stubServer(routes);
  renderPage(<Page />, path);
  return server;
}
