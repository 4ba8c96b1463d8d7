/** Why orders are cancelled: what is stored, and the key of its text. */
export const REASON_KEYS: Record<string, string> = {
  客户取消: "customer",
  航司拉货: "airline",
  无舱位: "noSpace",
  价格原因: "price",
  货未备好: "notReady",
  改走其他方式: "otherWay",
  重复下单: "double",
  录入错误: "mistake",
  其他: "other",
};
