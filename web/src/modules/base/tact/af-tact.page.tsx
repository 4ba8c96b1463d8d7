import { TactQuote } from "@/modules/base/tact/tact-quote";
import { definePage } from "@/platform/page-registry";

export default definePage({ list: { header: TactQuote } });
