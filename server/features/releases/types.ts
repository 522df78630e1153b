/** A tracked series with all its titles. */

export interface TrackedSeries {
  seriesId: string;
  titles: string[];
  languages: string[];
}
