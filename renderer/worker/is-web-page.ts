/** Whether the body is a web page: in place of other content, it comes from a proxy, even if it counts as success. */
export const isWebPage = ({ headers }: Response): boolean =>
  headers.get('content-type')?.includes('html') === true;
