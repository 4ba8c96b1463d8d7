// Words that the wire itself writes in Chinese. They are values, not texts of the page.

/** The file type of a photo. */
export const PHOTO = "\u7167\u7247";
