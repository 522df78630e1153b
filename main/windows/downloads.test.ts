import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { downloadName } from './security.ts';
import { onlyWindow, serverUrl, start, useDesktopFolder } from '../testing/running-desktop.ts';

useDesktopFolder();

test('the page downloads from its own server, and from nowhere else on the way', async () => {
  const window = onlyWindow(await start());
  const own = `${serverUrl()}/api/v1/books/1/file`;
  expect(window.download([own], 'Saga 01.cbz')).toBe('Saga 01.cbz');
  expect(window.download([`blob:${serverUrl()}/5f1c`], 'annotations.md')).toBe('annotations.md');
  for (const urls of [
    [],
    ['https://evil.example/a.cbz'],
    [own, 'https://evil.example/a.cbz'],
    ['https://evil.example/a.cbz', own],
    [own.replace('http:', 'https:')],
    [`${serverUrl()}@evil.example/a.cbz`],
    ['blob:https://evil.example/5f1c'],
    ['data:application/octet-stream,x'],
    ['file:///etc/passwd'],
    ['not an address'],
  ]) {
    expect([urls, window.download(urls, 'a.cbz')]).toEqual([urls, null]);
  }
});

test.each([
  ['Saga 01 (2012).cbz', 'Saga 01 (2012).cbz'],
  ['漢字 – é.epub', '漢字 – é.epub'],
  ['../../.bashrc', '_.._.bashrc'],
  ['.bashrc', 'bashrc'],
  ['C:\\Windows\\a.cbz', 'C__Windows_a.cbz'],
  ['a\0b\nc\u007f.cbz', 'a_b_c_.cbz'],
  // A bidirectional control character would display "exe" as "cbz".
  ['Saga\u202ezbc.exe', 'Saga_zbc.exe'],
  ['CON', '_CON'],
  ['nul.cbz', '_nul.cbz'],
  ['a.cbz. . ', 'a.cbz'],
  ['a.cbz:stream', 'a.cbz_stream'],
  ['\ud800.cbz', '\ufffd.cbz'],
  ['', 'download'],
  [' ... ', 'download'],
])('%j is offered as %j', (name, safe) => {
  expect(downloadName(name)).toBe(safe);
});

test('a name that is too long keeps its end', () => {
  const name = downloadName(`${'漢'.repeat(300)}.cbz`);
  expect(name).toMatch(/^漢+\.cbz$/);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
});

test('the shell asks for the folder of a download, and neither saves nor opens one without asking', () => {
  const index = readFileSync(join(import.meta.dirname, './electron-window.ts'), 'utf8');
  expect(index).toContain("on('will-download'");
  expect(index).toContain('setSaveDialogOptions');
  expect(index).not.toMatch(/setSavePath|savePath|shell\.openPath/);
});
