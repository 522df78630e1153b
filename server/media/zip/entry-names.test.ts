import { expect, test } from 'vitest';

import { guessNameDecoder } from './entry-names.ts';

/** Inverse table of an encoding that Node can only decode: characters to their two bytes. */
const tableOf = (encoding: string): Map<string, number[]> => {
  const table = new Map<string, number[]>();
  const decoder = new TextDecoder(encoding);
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const letter = decoder.decode(Uint8Array.of(lead, trail));
      if (Array.from(letter).length === 1 && !table.has(letter)) table.set(letter, [lead, trail]);
    }
  }
  return table;
};

const encoder = (encoding: string) => {
  const table = tableOf(encoding);
  return (text: string) =>
    Buffer.from(Array.from(text).flatMap((letter) => table.get(letter) ?? letter.charCodeAt(0)));
};

const names: Record<string, string[][]> = {
  'euc-kr': [
    ['원피스 1권/001.jpg', '원피스 1권/002.jpg'],
    ['나 혼자만 레벨업 제12화.jpg'],
    ['표지.jpg'],
    ['외모지상주의/3화.png', '외모지상주의/4화.png'],
    ['여신강림 - 후기.jpg'],
    ['신의 탑 2부.webp', '작가의 말.webp'],
  ],
  gbk: [
    ['漫画/第一话.jpg', '漫画/第二话.jpg'],
    ['封面.jpg'],
    ['海贼王 第1卷/001.jpg'],
    ['一人之下 第100话.jpg', '目录.jpg'],
    ['斗破苍穹/番外篇.png'],
    ['彩页.jpg', '总集篇.jpg'],
  ],
  shift_jis: [['表紙.jpg', '第１話_扉.jpg'], ['進撃の巨人 01.jpg'], ['ワンピース/第一巻.png']],
};

test.each(
  Object.entries(names).flatMap(([encoding, archives]) =>
    archives.map((archive) => [encoding, archive] as const),
  ),
)('names in %s are read as they were written: %j', (encoding, archive) => {
  const encode = encoder(encoding);
  const bytes = archive.map(encode);
  expect(bytes.map(guessNameDecoder(bytes))).toEqual(archive);
});

test.each([
  ['CP437', 'B\x81cher Stra\xe1e 1.jpg', 'Bücher Straße 1.jpg'],
  ['CP437, with one accented letter', 'Tome 1 \x85 6.jpg', 'Tome 1 à 6.jpg'],
  ['CP866', '\x91\xe2\xe0\xa0\xad\xa8\xe6\xa0 1.jpg', 'Страница 1.jpg'],
  ['Windows-1252', 'B\xfccher \x96 L\x92\xc9tranger 1.jpg', 'Bücher – L’Étranger 1.jpg'],
])('names in %s are read as they were written', (_, bytes, name) => {
  const written = [Buffer.from(bytes, 'latin1')];
  expect(written.map(guessNameDecoder(written))).toEqual([name]);
});

test('the encoding of twenty thousand names of a kilobyte each is found by the first of them', () => {
  const encode = encoder('gbk');
  const long = Array.from({ length: 20_000 }, (_, index) =>
    encode(`第${index}话 ${'漫画'.repeat(250)}.jpg`),
  );
  const decode = guessNameDecoder(long);
  expect(decode(encode('封面.jpg'))).toBe('封面.jpg');
});
