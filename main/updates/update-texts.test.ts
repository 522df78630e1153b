import { expect, test } from 'vitest';

import { messagesFor } from '../shell-texts.ts';
import { explainUpdateFailure, plainNotes } from './update-texts.ts';

test.each([
  ['', ''],
  ['- One\n- Two', '• One\n• Two'],
  ['## Fixed\n\n\n\n* It', 'Fixed\n\n• It'],
  [
    '<h2>New</h2><ul><li>Covers &amp; more</li><li>A &lt;b&gt;</li></ul>',
    'New\n• Covers & more\n• A <b>',
  ],
  ['<p>One<br>Two</p><script>alert(1)</script>', 'One\nTwo\nalert(1)'],
  ['bell\u0007 and\u001b[31m colour', 'bell and[31m colour'],
  ['x'.repeat(5000), `${'x'.repeat(1199)}…`],
])('notes %j are shown as %j', (notes, shown) => {
  expect(plainNotes(notes)).toBe(shown);
});

const english = messagesFor('en-GB');

test.each([
  ['net::ERR_NAME_NOT_RESOLVED', '', english.updateUnreachable],
  [
    'Unable to find latest version on GitHub: net::ERR_INTERNET_DISCONNECTED',
    'ERR_UPDATER_LATEST_VERSION_NOT_FOUND',
    english.updateUnreachable,
  ],
  ['getaddrinfo', 'ENOTFOUND', english.updateUnreachable],
  ['sha512 checksum mismatch', 'ERR_CHECKSUM_MISMATCH', english.updateDamaged],
  ['not signed by', 'ERR_UPDATER_INVALID_SIGNATURE', english.updateDamaged],
  ['write', 'ENOSPC', english.updateNoRoom],
  ['Cannot find latest.yml', 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND', english.updateMissing],
  ['Odd\nand a stack', '', english.updateOther('Odd')],
  ['y'.repeat(900), '', english.updateOther('y'.repeat(300))],
])('%s (%s) is explained by what to do', (message, code, explanation) => {
  const error = Object.assign(new Error(message), code === '' ? {} : { code });
  expect(explainUpdateFailure(error, english)).toBe(explanation);
});

test('anything thrown that is not an error is explained too', () => {
  expect(explainUpdateFailure('text', english)).toBe(english.updateOther('text'));
});
