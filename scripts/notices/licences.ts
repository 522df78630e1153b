/** What may be part of Octavo: licences that ask for no more than being named. */
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

/** libvips, a library of its own that can be exchanged; its licence comes along. */
const lesser = new Set(['LGPL-3.0-or-later']);
const mayBeLesser = (name: string): boolean => name.startsWith('@img/sharp-');

/** Whether a package with this SPDX expression may be shipped: one of an OR, each of an AND. */
export const isAllowed = (name: string, expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice
        .split(' AND ')
        .every((licence) => allowed.has(licence) || (mayBeLesser(name) && lesser.has(licence))),
    );
