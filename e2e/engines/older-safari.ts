import compatData, {
  type Identifier,
  type SupportStatement,
} from '@mdn/browser-compat-data' with { type: 'json' };

/** The oldest supported Safari. */
const oldest = 17.4;

const isThere = (support: SupportStatement | undefined): boolean =>
  [support ?? []]
    .flat()
    .some(({ version_added: added, flags, prefix, alternative_name: other }) => {
      if (flags !== undefined || prefix !== undefined || other !== undefined) return false;
      return typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= oldest;
    });

/**
 * Names missing in Safari and iOS 17.4 according to MDN: `Promise.try`, or `Navigation` for a whole
 * interface.
 */
export const lackedBySafari: readonly string[] = [
  compatData.javascript.builtins ?? {},
  compatData.javascript.builtins?.['Intl'] ?? {},
  compatData.api,
].flatMap((objects, index) =>
  Object.entries(objects as Record<string, Identifier>).flatMap(([owner, object]) => {
    const path = index === 1 ? `Intl.${owner}` : owner;
    const isLacking = (support: Identifier | undefined) =>
      support?.__compat !== undefined &&
      !isThere(support.__compat.support.safari) &&
      !isThere(support.__compat.support.safari_ios);
    if (owner.startsWith('__')) return [];
    // The constructor was added later than the object itself.
    if (isLacking(object) || isLacking(object[owner])) {
      return [path, ...Object.keys(object).map((member) => `${path}.${member}`)];
    }
    return Object.entries(object as Record<string, Identifier>)
      .filter(([member, support]) => !member.startsWith('__') && isLacking(support))
      .map(([member]) => `${path}.${member.replace('_static', '')}`);
  }),
);

/**
 * Deletes the APIs that Safari 17.4 lacks. Runs before the first script of the page and of the
 * pdf.js worker.
 */
const takeAway = (names: readonly string[]): void => {
  type Owner = Record<string, unknown> & { prototype?: object };
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()) as object) as object;
  for (const name of names) {
    const path = name.split('.');
    const member = path.pop() ?? '';
    const key = member === '@@asyncIterator' ? Symbol.asyncIterator : member;
    let owner: Owner | undefined = globalThis;
    for (const step of path) owner = owner?.[step] as Owner | undefined;
    if (path[0] === 'Iterator') Reflect.deleteProperty(iterator, key);
    if (owner === undefined) continue;
    Reflect.deleteProperty(owner, key);
    if (owner.prototype) Reflect.deleteProperty(owner.prototype, key);
    // Window members are own properties of the global object.
    if (path[0] === 'Window') Reflect.deleteProperty(globalThis, key);
  }
};

/** The scripts to rewrite, and their replacement. */
export const olderSafari = {
  scripts: /^\/browser-check\.js$|pdf\.worker\.min\.mjs$/,
  rewrite: (script: string): string =>
    `(${String(takeAway)})(${JSON.stringify(lackedBySafari)});\n${script}`,
};
