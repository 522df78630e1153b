import compatData, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data' with { type: 'json' };

/** A browser in MDN's data, and its oldest supported version. */
export interface OldestBrowser {
  browser: 'chrome' | 'edge' | 'firefox' | 'safari' | 'safari_ios';
  version: number;
}

const browserNames: Record<string, OldestBrowser['browser']> = {
  safari: 'safari',
  ios_saf: 'safari_ios',
  firefox: 'firefox',
  chrome: 'chrome',
  edge: 'edge',
};

/** Parses `browserslist` of package.json, which only uses the form `safari >= 17.4`. */
export const oldestBrowsers = (browserslist: readonly string[]): OldestBrowser[] =>
  browserslist.map((query) => {
    const [, name = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(query) ?? [];
    const browser = browserNames[name];
    if (browser === undefined)
      throw new Error(`browserslist has a query of another form: ${query}`);
    return { browser, version: comparable(version) };
  });

/** `17.4` becomes 17004, because 17.10 is newer than 17.9. */
const comparable = (version: string): number => {
  const [major = '0', minor = '0'] = version.replace('≤', '').split('.');
  return Number(major) * 1000 + Number(minor);
};

const isSupported = (support: SimpleSupportStatement, oldest: number): boolean => {
  const {
    version_added: added,
    version_removed: removed,
    flags,
    prefix,
    alternative_name: other,
  } = support;
  if (typeof added !== 'string' || added === 'preview') return false;
  if (flags !== undefined || prefix !== undefined || other !== undefined) return false;
  return (
    comparable(added) <= oldest && (typeof removed !== 'string' || comparable(removed) > oldest)
  );
};

/** Browsers that lack a feature, as `safari (since 18)`; empty if all have it. */
const lackedBy = ({ support }: CompatStatement, browsers: readonly OldestBrowser[]): string[] =>
  browsers.flatMap(({ browser, version }) => {
    const statements = [support[browser] ?? []].flat();
    if (statements.length === 0 || statements.some((statement) => isSupported(statement, version)))
      return [];
    const since = statements.map(({ version_added: added }) => added).find(Boolean);
    return [since === undefined ? browser : `${browser} (since ${since})`];
  });

const arrays = /^(Big)?(Ui|I)nt\d+(Clamped)?Array$|^Float\d+Array$/;

/** MDN's entry for a member of these interfaces, the most derived first. */
const entryOf = (owners: readonly string[], member: string): CompatStatement | null => {
  const { api, javascript, css } = compatData;
  for (const owner of owners) {
    const name = owner.replace(/Constructor$/, '');
    const identifiers: (Identifier | undefined)[] = [
      api[name]?.[`${member}_static`],
      api[name]?.[member],
      javascript.builtins?.[name]?.[member],
    ];
    if (name === 'Window') identifiers.push(api[member]);
    if (arrays.test(name)) identifiers.push(javascript.builtins?.['TypedArray']?.[member]);
    if (name === 'CSSStyleDeclaration') {
      identifiers.push(
        css.properties?.[member.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)],
      );
    }
    const statement = identifiers.find(
      (identifier) => identifier?.__compat !== undefined,
    )?.__compat;
    if (statement !== undefined) return statement;
  }
  return null;
};

/**
 * Whether some browsers lack the whole interface: code that has such an object runs in a browser
 * that supports it.
 */
const isLacking = (owner: string, browsers: readonly OldestBrowser[]): boolean => {
  const statement = compatData.api[owner]?.__compat;
  return statement !== undefined && lackedBy(statement, browsers).length > 0;
};

/** Browsers that lack a member of a built-in object; empty if MDN does not list it. */
export const browsersWithout = (
  owners: readonly string[],
  member: string,
  browsers: readonly OldestBrowser[],
): string[] => {
  const entry = entryOf(owners, member);
  if (entry === null || owners.some((owner) => isLacking(owner, browsers))) return [];
  return lackedBy(entry, browsers);
};

/**
 * Names of the members that some of these browsers lack in an interface that they have. Any other
 * name needs no look at its owner: `browsersWithout` returns nothing for it.
 */
export const namesAboveFloor = (browsers: readonly OldestBrowser[]): Set<string> => {
  const { api, javascript, css } = compatData;
  const isAbove = (entry: Identifier | undefined): boolean =>
    entry?.__compat !== undefined && lackedBy(entry.__compat, browsers).length > 0;
  const interfaces: Identifier[] = [api, javascript.builtins ?? {}];
  const names = interfaces
    .flatMap((all) => Object.keys(all).map((owner) => ({ owner, members: all[owner] })))
    .filter(({ owner }) => !isLacking(owner, browsers))
    .flatMap(({ members }) => Object.keys(members ?? {}).filter((name) => isAbove(members?.[name])))
    .map((name) => name.replace(/_static$/, ''));
  const variables = Object.keys(api).filter((name) => isAbove(api[name] as Identifier));
  const properties = Object.keys(css.properties ?? {})
    .filter((name) => isAbove(css.properties?.[name]))
    .map((name) => name.replaceAll(/-[a-z]/g, ([, letter = '']) => letter.toUpperCase()));
  return new Set([...names, ...variables, ...properties]);
};
