/** Variables of the environment that say where releases are published; at most one is set. */
export interface ReleasePlaces {
  /** `owner/repository` on GitHub. */
  OCTAVO_RELEASES?: string | undefined;
  /** Address of a folder with the files that a build writes, on any web server. */
  OCTAVO_RELEASES_URL?: string | undefined;
}

const repository = /^([A-Za-z0-9][A-Za-z0-9-]*)\/([A-Za-z0-9._-]+)$/;

/**
 * Arguments that tell electron-builder where the app will look for newer versions; none when nothing
 * is set, and the app then says that it does not update itself. Throws on what cannot be such a place.
 */
export const publishArguments = (places: ReleasePlaces): string[] => {
  const { OCTAVO_RELEASES: name, OCTAVO_RELEASES_URL: url } = places;
  if (name && url) throw new Error('Set OCTAVO_RELEASES or OCTAVO_RELEASES_URL, not both');
  if (name) {
    const [, owner, repo] = repository.exec(name) ?? [];
    if (!owner || !repo) throw new Error(`OCTAVO_RELEASES is no owner/repository: ${name}`);
    return given({ provider: 'github', owner, repo });
  }
  if (url) {
    if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
      throw new Error(`OCTAVO_RELEASES_URL is no https address: ${url}`);
    }
    return given({ provider: 'generic', url });
  }
  return [];
};

const given = (publish: Record<string, string>): string[] =>
  Object.entries(publish).map(([key, value]) => `-c.publish.${key}=${value}`);
