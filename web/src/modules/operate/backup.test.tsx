import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import backup from "@/modules/operate/backup.page";
import { loadRoom, setLanguage } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { useSession } from "@/platform/session";
import { type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { press, renderPage } from "@/platform/test-shell";

const DISK = { place: "磁盘", folder: "/data/backup", encrypted: true, passphrase: true, objects: false, blocked: null, busy: false };
const OBJECTS = { ...DISK, place: "对象存储", folder: "https://s3.example.com/forwarder/backups/", objects: true };
const LIST = { reload: () => undefined } as unknown as ListContext;
const choice = (value: string, en: string) => ({ value, label: { zh: value, en } });
const SETTINGS = {
  version: 3,
  groups: [
    {
      key: "backupLying",
      label: { zh: "存放", en: "Where they lie" },
      settings: [
        {
          field: { name: "backupPlace", kind: "select", label: { zh: "位置", en: "Place" }, options: [choice("磁盘", "Disk"), choice("对象存储", "Object store")] },
          many: false,
          secret: false,
          value: "对象存储",
          default: "磁盘",
          isDefault: false,
        },
        {
          field: { name: "backupEncrypted", kind: "bool", label: { zh: "加密", en: "Encrypted" } },
          many: false,
          secret: false,
          value: true,
          default: true,
          isDefault: true,
        },
      ],
    },
  ],
};

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(place: object, language: "zh-CN" | "en-US" = "zh-CN", routes = {}): Promise<StubServer> {
  await setLanguage(language);
  await loadRoom("operate");
  useSession.getState().setButtons(["hrs_backup", "sys_backup_edit"]);
  const server = stubServer({ "GET /hrs/backup/place": () => place, "GET /hrs/backup/setting": () => SETTINGS, ...routes });
  const { header: Head, dialogs: Dialogs } = backup.list!;
  renderPage(
    <>
      {Head && <Head list={LIST} />}
      {Dialogs && <Dialogs list={LIST} />}
    </>,
    "/hrs_backup",
  );
  return server;
}

const head = async (text: string) => (await screen.findByText(text)).closest("section")?.textContent ?? "";
const showSettings = () => void backup.list?.actions?.["sys_backup_edit"]?.([], LIST, undefined as never);

it("tells where the next backup lies, and how one in the object store is restored", async () => {
  await open(OBJECTS);
  const text = await head("已加密");
  expect(text).toContain("位置对象存储https://s3.example.com/forwarder/backups/");
  expect(text).toContain("forwarder restore object:备份名");
  cleanup();
  await open(OBJECTS, "en-US");
  expect(await head("Encrypted")).toContain("PlaceObject storehttps://s3.example.com/forwarder/backups/");
});

it("speaks of no object store where none is configured", async () => {
  await open(DISK);
  const text = await head("已加密");
  expect(text).toContain("位置磁盘/data/backup");
  expect(text).not.toContain("object:");
  showSettings();
  await screen.findByText(/未配置对象存储/);
});

it("says why backups lie open: no passphrase, or somebody's decision", async () => {
  await open({ ...DISK, encrypted: false, passphrase: false });
  expect(await head("未加密")).toContain("backup_passphrase");
  cleanup();
  await open({ ...DISK, encrypted: false });
  expect(await head("未加密")).toContain("加密已在设置中关闭");
});

it("says why none can be made, and promises nothing then", async () => {
  const reason = "加密需要服务器配置文件中的 backup_passphrase";
  await open({ ...OBJECTS, encrypted: false, passphrase: false, blocked: reason });
  const text = await head(`无法备份：${reason}`);
  expect(text).not.toContain("未加密");
  expect(text).not.toContain("将加密");
});

it("shows what the server refuses at its place, and looks again when it was kept", async () => {
  let refuses = true;
  const message = "加密需要服务器配置文件中的 backup_passphrase";
  const findings = [{ field: "backupEncrypted", severity: "error", key: "k", message }];
  const server = await open(OBJECTS, "zh-CN", {
    "PUT /hrs/backup/setting": () => (refuses ? envelope(200, 1, message, { findings }) : SETTINGS),
  });
  await head("已加密");
  showSettings();
  const box = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>("[data-field='backupEncrypted'] input, [data-field='backupEncrypted'] button");
    if (!found) throw new Error("no field");
    return found;
  });
  expect(screen.queryByText(/未配置对象存储/)).toBeNull();
  fireEvent.click(box);
  await press("保存");
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  const sent = server.to("/hrs/backup/setting").find((asked) => asked.method === "PUT");
  expect(sent?.json()).toEqual({ version: 3, values: { backupEncrypted: false } });
  const looks = server.to("/hrs/backup/place").length;
  refuses = false;
  await press("保存");
  await waitFor(() => expect(server.to("/hrs/backup/place").length).toBeGreaterThan(looks));
});
