// Written by `make contract` from the declarations. Not edited by hand.

/** Codes of the permission tree: groups, pages and buttons. */
export type Access =
  | "/afManager"
  | "/afManager/awb"
  | "/afManager/base"
  | "/afManager/order"
  | "/afManager/track"
  | "/hrsManager"
  | "/hrsManager/log"
  | "/prmManager"
  | "/prmManager/base"
  | "/prmManager/coop"
  | "af-airport-add"
  | "af-airport-edit"
  | "af-airport-export"
  | "af-airport-restore"
  | "af-airport-status"
  | "af-awb-add"
  | "af-awb-del"
  | "af-awb-export"
  | "af-awb-lock"
  | "af-awb-reserve"
  | "af-awb-return"
  | "af-awb-unlock"
  | "af-awb-unreserve"
  | "af-awb-void"
  | "af-awbprint-back"
  | "af-awbprint-del"
  | "af-awbprint-finish"
  | "af-awbprint-hawb"
  | "af-awbprint-mawb"
  | "af-awbprint-print"
  | "af-carrier-add"
  | "af-carrier-edit"
  | "af-carrier-export"
  | "af-carrier-status"
  | "af-lock-lock"
  | "af-lock-unlock"
  | "af-order-add"
  | "af-order-cancel"
  | "af-order-copy"
  | "af-order-edit"
  | "af-order-export"
  | "af-order-file"
  | "af-order-forcestop"
  | "af-order-opfinish"
  | "af-order-price"
  | "af-order-restore"
  | "af-order-share"
  | "af-order-takeover"
  | "af-order-uninstall"
  | "af-share-stop"
  | "af-track-input"
  | "af_airport"
  | "af_awb"
  | "af_awb_print"
  | "af_awb_receipt"
  | "af_carrier"
  | "af_mawb_make"
  | "af_order"
  | "af_order_edit"
  | "af_order_share"
  | "hrs-log-export"
  | "hrs_log"
  | "newCargoTracking"
  | "prm-cat-add"
  | "prm-cat-del"
  | "prm-cat-edit"
  | "prm-cat-export"
  | "prm-cat-stop"
  | "prm-coop-add"
  | "prm-coop-black"
  | "prm-coop-del"
  | "prm-coop-edit"
  | "prm-coop-export"
  | "prm-coop-lock"
  | "prm-coop-stop"
  | "prm-coop-unlock"
  | "prm-coop-white"
  | "prm_category"
  | "prm_coop"
  | "prm_coop_edit";

/** Keys of the declared lists. */
export type ListKey =
  | "hrs.log.list"
  | "base.airport.list"
  | "base.carrier.list"
  | "base.category.list"
  | "prm.coop.list"
  | "af.order.list"
  | "af.awb.list"
  | "af.awb-receipt.list"
  | "af.awb-print.list"
  | "af.order-share.list";

/** Keys of the declared forms. */
export type FormKey =
  | "base.airport.form"
  | "base.carrier.form"
  | "base.category.form"
  | "prm.coop.form"
  | "af.order.form";

/** Rows of the declared lists, by key. */
export interface ListRows {
  "hrs.log.list": {
    createTime: string | null;
    operatorName: string | null;
    level: "高" | "中" | "低" | null;
    type: string | null;
    pageName: string | null;
    pageFunction: string | null;
    objectNumber: string | null;
    text: string | null;
    ip: string | null;
  };
  "base.airport.list": {
    apCode: string | null;
    icaoCode: string | null;
    apNameCn: string | null;
    apNameEn: string | null;
    cityCode: string | null;
    cityNameCn: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    timeZone: string | null;
    cargoAirport: boolean | null;
    customsCode: string | null;
    enabled: boolean | null;
    remark: string | null;
  };
  "base.carrier.list": {
    carrierCode: string | null;
    prefix: string | null;
    icaoCode: string | null;
    nameCn: string | null;
    nameEn: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    divisor: number | null;
    roundStep: "0.5" | "1" | "none" | null;
    website: string | null;
    enabled: boolean | null;
  };
  "base.category.list": {
    categoryType: number | null;
    typeName: string | null;
    sort: number | null;
    paramText: string | null;
    paramTextEn: string | null;
    value: string | null;
    ediCode1: string | null;
    ediCode2: string | null;
    isDefault: boolean | null;
    active: boolean | null;
    remark: string | null;
  };
  "prm.coop.list": {
    coopCode: string | null;
    coopName: string | null;
    coopFullName: string | null;
    coopEname: string | null;
    coopType: "客户" | "供应商" | "海外代理" | "互为代理" | "其他" | null;
    subTypesText: string | null;
    coopState: "草稿" | "待审批" | "生效" | "停用" | null;
    listMark: "普通" | "白名单" | "黑名单" | null;
    lockedScopes: string | null;
    coopLevel: string | null;
    socialCreditCode: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    cityName: string | null;
    mainContact: string | null;
    mainPhone: string | null;
    transactorName: string | null;
    salesName: string | null;
    isAwbSource: boolean | null;
    creatorName: string | null;
    createTime: string | null;
    editTime: string | null;
  };
  "af.order.list": {
    awbNumber: string | null;
    orderCode: string | null;
    orderStatus: "订单创建" | "舱位确认" | "航线签单" | "货物出重" | "海关查验" | "海关放行" | "目的港查验" | "目的港放行" | "目的港签收" | "草稿" | "财务锁账" | "已取消" | "强制关闭" | null;
    incomeRecorded: number | null;
    costRecorded: number | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    planDensity: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    confirmDensity: number | null;
    planDimensions: string | null;
    confirmDimensions: string | null;
    expectFlight: string | null;
    expectDeparture: string | null;
    departureStation: string | null;
    arrivalStation: string | null;
    routingName: string | null;
    goodsSourceCode: string | null;
    customerCode: string | null;
    coopName: string | null;
    supplierCode: string | null;
    awbFromName: string | null;
    pickUp: boolean | null;
    warehouse: boolean | null;
    outfield: boolean | null;
    customs: boolean | null;
    arrivalCustoms: boolean | null;
    delivery: boolean | null;
    customerNumber: string | null;
    businessProduct: "代理制" | "包板" | "包量" | "包机" | "散航" | "中转联程" | "快件专线" | "放单业务" | null;
    hawbQuantity: number | null;
    departureWarehouseName: string | null;
    departureStorehouseName: string | null;
    goodsNameCn: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    batteryType: "不含电池" | "锂离子PI965 (UN3480)" | "锂离子PI966/PI967 (UN3481)" | "锂金属PI968 (UN3090)" | "锂金属PI969/PI970 (UN3091)" | "非锂电池" | null;
    salesName: string | null;
    servicerName: string | null;
    operatorName: string | null;
    orderRemark: string | null;
    createTime: string | null;
    internalNumber: string | null;
    creatorName: string | null;
    receiptDate: string | null;
  };
  "af.awb.list": {
    awbNumber: string | null;
    carrierCode: string | null;
    carrierCodeName?: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    awbFromType: "自有" | "一级代理" | "同行" | null;
    awbFromName: string | null;
    awbFrom: string | null;
    awbStatus: "UNUSED" | "RESERVED" | "ALLOCATED" | "USED" | "LOCKED" | "VOID" | null;
    orderCodes: string | null;
    reservedCoopName: string | null;
    reservedUser: string | null;
    reservedTime: string | null;
    reservedUntil: string | null;
    lockerName: string | null;
    lockTime: string | null;
    lockReason: string | null;
    voidReason: string | null;
    returned: boolean | null;
    expireDate: string | null;
    receiptCode: string | null;
    creator: string | null;
    createTime: string | null;
  };
  "af.awb-receipt.list": {
    receiptCode: string | null;
    carrierCode: string | null;
    carrierCodeName?: string | null;
    prefix: string | null;
    awbFromName: string | null;
    awbFromType: "自有" | "一级代理" | "同行" | null;
    departureStation: string | null;
    departureStationName?: string | null;
    receiveDate: string | null;
    count: number | null;
    firstNumber: string | null;
    lastNumber: string | null;
    used: number | null;
    left: number | null;
    unitCost: number | null;
    amount: number | null;
    kind: "中性" | "纸质套打" | "电子" | null;
    expireDate: string | null;
    remark: string | null;
    creator: string | null;
    createTime: string | null;
  };
  "af.awb-print.list": {
    awbNumber: string | null;
    awbStatus: "NONE" | "DRAFT" | "DONE" | null;
    pieces: number | null;
    grossWeight: number | null;
    volume: number | null;
    chargeWeight: number | null;
    departureStation: string | null;
    departureStationName?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    flightNumber: string | null;
    flightDate: string | null;
    orderCodes: string | null;
    customer: string | null;
    printCount: number | null;
    editor: string | null;
    editTime: string | null;
  };
  "af.order-share.list": {
    orderCode: string | null;
    awbNumber: string | null;
    kind: "LINK" | null;
    receiver: string | null;
    parts: string | null;
    expireTime: string | null;
    views: number | null;
    lastView: string | null;
    lastIp: string | null;
    state: "ACTIVE" | "EXPIRED" | "STOPPED" | null;
    creator: string | null;
    createTime: string | null;
  };
}

/** Values of the declared forms, by key. */
export interface FormValues {
  "base.airport.form": {
    apCode: string | null;
    icaoCode: string | null;
    apNameCn: string | null;
    apNameEn: string | null;
    cityCode: string | null;
    cityNameCn: string | null;
    cityNameEn: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    timeZone: string | null;
    pinyin: string | null;
    customsCode: string | null;
    cargoAirport: boolean | null;
    enabled: boolean | null;
    remark: string | null;
  };
  "base.carrier.form": {
    carrierCode: string | null;
    prefix: string | null;
    icaoCode: string | null;
    nameCn: string | null;
    nameEn: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    divisor: number | null;
    roundStep: "0.5" | "1" | "none" | null;
    pinyin: string | null;
    website: string | null;
    enabled: boolean | null;
    remark: string | null;
  };
  "base.category.form": {
    categoryType: number | null;
    paramText: string | null;
    paramTextEn: string | null;
    value: string | null;
    ediCode1: string | null;
    ediCode2: string | null;
    sort: number | null;
    isDefault: boolean | null;
    active: boolean | null;
    remark: string | null;
  };
  "prm.coop.form": {
    coopCode: string | null;
    coopType: "客户" | "供应商" | "海外代理" | "互为代理" | "其他" | null;
    coopName: string | null;
    coopFullName: string | null;
    coopEname: string | null;
    mnemonicCode: string | null;
    socialCreditCode: string | null;
    taxNo: string | null;
    nationCode: string | null;
    nationCodeName?: string | null;
    stateCode: string | null;
    cityName: string | null;
    coopAddress: string | null;
    coopAddressEn: string | null;
    phone: string | null;
    fax: string | null;
    email: string | null;
    website: string | null;
    iataCode: string | null;
    aeoCode: string | null;
    coopLevel: string | null;
    industry: string | null;
    source: string | null;
    transactorId: string | null;
    transactorName?: string | null;
    remark: string | null;
    salesId: string | null;
    salesName?: string | null;
    servicerId: string | null;
    servicerName?: string | null;
    operatorId: string | null;
    operatorName?: string | null;
    isAwbSource: boolean | null;
    isDefaultSource: boolean | null;
    specialNote: string | null;
  };
  "af.order.form": {
    customerNumber: string | null;
    internalNumber: string | null;
    businessProduct: "代理制" | "包板" | "包量" | "包机" | "散航" | "中转联程" | "快件专线" | "放单业务" | null;
    transitClause: "机场到机场" | "门到机场" | "机场到门" | "门到门" | null;
    coopId: string | null;
    coopName?: string | null;
    salesId: string | null;
    salesName?: string | null;
    servicerId: string | null;
    servicerName?: string | null;
    operatorId: string | null;
    operatorName?: string | null;
    workgroupId: string | null;
    workgroupName?: string | null;
    arrivalAgentId: string | null;
    arrivalAgentName?: string | null;
    notifierRemark: string | null;
    departureStation: string | null;
    departureStationName?: string | null;
    transitStation: string | null;
    transitStationName?: string | null;
    transitStation2: string | null;
    transitStation2Name?: string | null;
    arrivalStation: string | null;
    arrivalStationName?: string | null;
    expectFlight: string | null;
    expectDeparture: string | null;
    expectArrival: string | null;
    awbNumber: string | null;
    departureWarehouse: string | null;
    departureStorehouse: string | null;
    arrivalMethod: "客户送货" | "上门提货" | "库内已有" | "转关到货" | null;
    receiptDate: string | null;
    goodsNameCn: string | null;
    goodsNameEn: string | null;
    goodsType: "普货" | "特货" | "危险品" | "冷链" | "鲜活" | "活体动物" | "贵重品" | "药品" | "快件" | "超大超重" | null;
    batteryType: "不含电池" | "锂离子PI965 (UN3480)" | "锂离子PI966/PI967 (UN3481)" | "锂金属PI968 (UN3090)" | "锂金属PI969/PI970 (UN3091)" | "非锂电池" | null;
    dangerousType: "1.1" | "1.2" | "1.3" | "1.4" | "1.5" | "1.6" | "2.1" | "2.2" | "2.3" | "3" | "4.1" | "4.2" | "4.3" | "5.1" | "5.2" | "6.1" | "6.2" | "7" | "8" | "9" | null;
    undgCode: string | null;
    undgContactName: string | null;
    undgContactCommunicationType: "TE" | "EM" | "FX" | null;
    undgContactCommunicationNo: string | null;
    appraisalCompany: string | null;
    appraisalNote: string | null;
    packageType: "纸箱（CTNS）" | "托盘（PLTS）" | "木箱（CASES）" | "桶（DRUMS）" | "袋（BAGS）" | "卷（ROLLS）" | "件（PCS）" | "裸装（UNPACKED）" | null;
    palletMaterial: "木质" | "免熏蒸" | "塑料" | "纸质" | null;
    specialPackage: string | null;
    isCelsiusRequire: boolean | null;
    celsiusRequire: "2~8℃" | "15~25℃" | "-18℃以下" | "其他" | null;
    thermometer: number | null;
    isConsol: boolean | null;
    isNoSolidWood: boolean | null;
    partialShipment: boolean | null;
    customsStatusCode: string | null;
    goodsSourceCode: string | null;
    hsCode: string | null;
    airborneDocument: string | null;
    shippingMarks: string | null;
    handlingInfo: string | null;
    planPieces: number | null;
    planWeight: number | null;
    planVolume: number | null;
    planChargeWeight: number | null;
    planChargeManual: boolean | null;
    planDensity: number | null;
    confirmPieces: number | null;
    confirmWeight: number | null;
    confirmVolume: number | null;
    confirmChargeWeight: number | null;
    confirmChargeManual: boolean | null;
    confirmDensity: number | null;
    incomeChargeWeight: number | null;
    costChargeWeight: number | null;
    freightSplitRatio: number | null;
    freightSplitRemark: string | null;
    costSplitRatio: number | null;
    costSplitRemark: string | null;
    paymentMethod: "PP" | "CC" | null;
    paymentMethodOther: "PP" | "CC" | null;
    currencyCode: string | null;
    currencyCodeName?: string | null;
    freightUnitprice: number | null;
    freightAmount: number | null;
    msrCurrencyCode: string | null;
    msrCurrencyCodeName?: string | null;
    msrUnitprice: number | null;
    msrAmount: number | null;
    priceRemark: string | null;
    orderRemark: string | null;
    operationRemark: string | null;
    outfieldRemark: string | null;
  };
}
