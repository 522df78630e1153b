import { expect, test } from 'vitest';

import { maxFiles, readArguments } from './launch-request.ts';

test.each<[NodeJS.Platform, string[], string[], string[]]>([
  ['linux', [], [], []],
  ['linux', ['.', '--hidden', '--no-sandbox'], [], []],
  ['linux', ['/books/Saga 1.cbz'], ['/books/Saga 1.cbz'], []],
  ['linux', ['Saga.CBR', '../b.pdf'], ['/home/anna/Saga.CBR', '/home/b.pdf'], []],
  ['linux', ['file:///books/Saga%201.epub'], ['/books/Saga 1.epub'], []],
  ['linux', ['file://evil.example/a.cbz', 'file:///%00.cbz', 'file:///a%2Fb.cbz'], [], []],
  ['linux', ['https://evil.example/a.cbz.html', '/etc/passwd', 'notes.txt'], [], []],
  ['linux', ['--load-extension=/a.cbz', '-a.cbz'], [], []],
  ['linux', ['/a.cbz', '/a.cbz', 'file:///a.cbz'], ['/a.cbz'], []],
  ['linux', ['octavo://book/1', 'Octavo://a.cbz'], [], ['octavo://book/1']],
  // A link comes from a web page, so arguments beside it can be an attack.
  ['linux', ['/etc/a.cbz', 'octavo://open', '--inspect', 'b.pdf'], [], ['octavo://open']],
  ['win32', ['octavo://open', '\\\\evil.example\\a.cbz'], [], ['octavo://open']],
  ['win32', ['--remote-debugging-port=9222', '/c', '--open=a.cbz'], [], []],
  ['win32', ['file://evil.example/share/a.cbz', 'FILE:////evil.example/share/a.cbz'], [], []],
  ['win32', ['\\\\.\\pipe\\a.cbz', '\\\\?\\GLOBALROOT\\a.cbz', '//./PhysicalDrive0/a.cbz'], [], []],
  ['win32', ['C:\\a.txt:b.cbz'], [], []],
  ['win32', ['C:\\Books\\a.cb7', 'b.cbt'], ['C:\\Books\\a.cb7', 'C:\\home\\b.cbt'], []],
  ['win32', ['file:///C:/Books/a.zip'], ['C:\\Books\\a.zip'], []],
  ['win32', ['\\\\nas\\books\\a.cbz'], ['\\\\nas\\books\\a.cbz'], []],
  [
    'darwin',
    ['/books/a.rar', '/books/b.tar', '/books/c.7z'],
    ['/books/a.rar', '/books/b.tar', '/books/c.7z'],
    [],
  ],
])('on %s %j names the books %j and the links %j', (platform, given, files, links) => {
  const here = platform === 'win32' ? 'C:\\home' : '/home/anna';
  expect(readArguments(given, here, platform)).toEqual({ files, links });
});

test('of a thousand books only the first few are opened', () => {
  const many = Array.from({ length: 1000 }, (_, index) => `/books/${index}.cbz`);
  expect(readArguments(many, '/', 'linux').files).toEqual(many.slice(0, maxFiles));
});
