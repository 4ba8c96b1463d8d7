/** Addresses of declarations. */
export const DGD_PAGE = "/af_dgd_print";
export const DGD_PROPOSE = "/afbase/dgdPrint/propose";
export const DGD_CHECK = "/afbase/dgdPrint/check";
