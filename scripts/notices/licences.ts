/** Allowed licences: those that only require attribution. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
  'Python-2.0',
  'OFL-1.1',
]);

/** libvips is a separate, replaceable library; its licence is included. */
const lesser = new Set(['LGPL-3.0-or-later']);
const mayBeLesser = (name: string): boolean => name.startsWith('@img/sharp-');

/** Whether a package with this SPDX expression can be shipped: any of an OR, all of an AND. */
export const isAllowed = (name: string, expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice
        .split(' AND ')
        .every((licence) => allowed.has(licence) || (mayBeLesser(name) && lesser.has(licence))),
    );
