/** Why an order of these scopes is cancelled, as it is stored, where its form declares nothing else. */
export const CANCEL_REASONS = [
  "客户取消",
  "无舱位",
  "价格原因",
  "货未备好",
  "改走其他方式",
  "重复下单",
  "录入错误",
  "其他",
];
