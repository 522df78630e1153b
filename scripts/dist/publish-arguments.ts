/** Environment variables with the release location; at most one is set. */
export interface ReleasePlaces {
  /** `owner/repository` on GitHub. */
  OCTAVO_RELEASES?: string | undefined;
  /** URL of a folder with the build's files, on any web server. */
  OCTAVO_RELEASES_URL?: string | undefined;
}

const repository = /^([A-Za-z0-9][A-Za-z0-9-]*)\/([A-Za-z0-9._-]+)$/;

/**
 * electron-builder arguments for the update location; none if nothing is set, in which case the app
 * reports that it does not update itself. Throws on an invalid location.
 */
export const publishArguments = (locations: ReleasePlaces): string[] => {
  const { OCTAVO_RELEASES: name, OCTAVO_RELEASES_URL: url } = locations;
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
