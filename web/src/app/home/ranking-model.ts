/** 网络成员活跃榜: the members, and whether the ranking is shown at this host. */
import { boot } from "@/platform/boot";

export interface Member {
  orgId: string;
  orgName: string;
  rankNumber: number;
  activeIndex: number;
  companyProfile: string | null;
  companyAdvantage: string | null;
  companyContactInfo: string | null;
}

/** Only at the hosts the platform names. */
export function showsRanking(): boolean {
  return boot().rankingHosts?.includes(window.location.hostname) ?? false;
}

/** What a company tells of itself, by the last part of the key of its title. */
export function toldBy(member: Member): { title: string; text: string }[] {
  const all = [
    { title: "profile", text: member.companyProfile ?? "" },
    { title: "advantage", text: member.companyAdvantage ?? "" },
    { title: "contact", text: member.companyContactInfo ?? "" },
  ];
  return all.filter(({ text }) => text.trim() !== "");
}
