/** Links such as `octavo://book/0190…`, which web pages and other programs may hold. */
export const linkScheme = 'octavo';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const shape = new RegExp(`^${linkScheme}://(?:(book|series|library)/(${uuid})|open)/?$`, 'i');

/**
 * The page of the application that a link leads to, or null. Anybody can make a link and have it clicked, so
 * it only ever leads to a page that shows something: no path of the disk, no address, nothing that acts.
 */
export const pageOfLink = (link: string): string | null => {
  const found = shape.exec(link);
  if (!found) return null;
  const [, kind, id] = found;
  return kind === undefined || id === undefined
    ? '/'
    : `/${kind.toLowerCase()}/${id.toLowerCase()}`;
};
