/** What a call answers that has made a file. */
export interface Made {
  /** Works once, for a short time. */
  url: string;
}
