/** Chrome-type browsers are recommended; others work less well or are untested. */
const OTHERS = ["Edg", "OPR", "MSIE", "Trident", "Firefox"];

export function isSupported(agent: string): boolean {
  return agent.includes("Chrome/") && !OTHERS.some((name) => agent.includes(name));
}

export function isMobile(agent: string): boolean {
  return /Android|iPhone|iPad|iPod|HarmonyOS|Mobile/i.test(agent);
}
