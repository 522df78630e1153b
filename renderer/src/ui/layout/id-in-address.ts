/** The id in the path of a page such as `/series/…`; undefined on another page. */
export const idInAddress = (page: 'book' | 'library' | 'series'): string | undefined =>
  new RegExp(`/${page}/([^/]+)$`).exec(location.pathname)?.[1];
