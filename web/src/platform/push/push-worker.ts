/** The script of the worker the tabs of a browser share. */
import { Tabs } from "@/platform/push/tabs";

const tabs = new Tabs();
addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) tabs.add(port);
});
