/** A tracked or followed series with all its titles. */
export interface TrackedSeries {
  seriesId: string;
  titles: string[];
  languages: string[];
}
