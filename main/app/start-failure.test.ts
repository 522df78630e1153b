import { expect, test } from 'vitest';

import { messagesFor } from '../shell-texts.ts';
import { explainStartFailure } from './start-failure.ts';

const english = messagesFor('en');
const explain = (error: unknown) => explainStartFailure(error, 'Octavo', english);

test('passes on what the server says', () => {
  expect(explain(new Error('The data directory /d is in use'))).toBe(
    'The data directory /d is in use',
  );
  expect(explain('odd')).toBe('odd');
});

test.each([
  Object.assign(new Error('better_sqlite3.node: not a Win32 application'), {
    code: 'ERR_DLOPEN_FAILED',
  }),
  Object.assign(new Error("Cannot find package 'yauzl'"), { code: 'ERR_MODULE_NOT_FOUND' }),
  new Error('Could not load the "sharp" module using the win32-x64 runtime'),
  new Error('Failed to load native binding'),
])('says what to do about a broken installation: %s', (error) => {
  expect(explain(error)).toBe(
    `Part of Octavo could not be loaded. Reinstall Octavo to repair it.\n\n${error.message}`,
  );
});
