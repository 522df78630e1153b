import { expect, test } from 'vitest';

import { fileManagerPath } from './file-manager-path.ts';

const folder = 'a'.repeat(200);
test.each([
  ['win32', String.raw`C:\Comics\Saga\01.cbz`, String.raw`C:\Comics\Saga\01.cbz`],
  ['win32', 'C:/Comics/Saga/01.cbz', String.raw`C:\Comics\Saga\01.cbz`],
  ['win32', `C:\\${folder}\\${folder}\\01.cbz`, `C:\\${folder}`],
  ['win32', `\\\\nas\\books\\${folder}\\${folder}\\01.cbz`, `\\\\nas\\books\\${folder}`],
  ['win32', `C:\\${'a'.repeat(400)}`, 'C:\\'],
  ['linux', `/mnt/${folder}/${folder}/01.cbz`, `/mnt/${folder}/${folder}/01.cbz`],
] as const)('%s: %s is shown at %s', (platform, place, expected) => {
  expect(fileManagerPath(place, platform)).toBe(expected);
});
