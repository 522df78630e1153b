/** Scheme of links such as `octavo://book/0190…`, used by web pages and other programs. */
export const linkScheme = 'octavo';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const shape = new RegExp(`^${linkScheme}://(?:(book|series|library)/(${uuid})|open)/?$`, 'i');

/**
 * The page for a link, or null. Links are untrusted, so they can only open pages: no file paths, no
 * URLs, no actions.
 */
export const pageOfLink = (link: string): string | null => {
  const found = shape.exec(link);
  if (!found) return null;
  const [, kind, id] = found;
  return kind === undefined || id === undefined
    ? '/'
    : `/${kind.toLowerCase()}/${id.toLowerCase()}`;
};
