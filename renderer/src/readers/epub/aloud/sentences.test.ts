import { expect, test } from 'vitest';

import { addText, addWords, emptyParagraph, piecesOf, sentencesIn } from './sentences.ts';
import { voicesFor } from './voices.ts';

const sentencesOf = (text: string, language = 'en', offset = 0) => {
  const paragraph = emptyParagraph(language);
  addText(paragraph, text, offset);
  return sentencesIn(paragraph);
};

test('each sentence has its position in the text of the part', () => {
  const text = ' Call me Ishmael. Some years ago,\nI went to sea!  ';
  const sentences = sentencesOf(text, 'en', 100);
  expect(sentences.map(({ spoken }) => spoken)).toEqual([
    'Call me Ishmael.',
    'Some years ago, I went to sea!',
  ]);
  expect(sentences.map(({ start, end }) => text.slice(start - 100, end - 100))).toEqual([
    'Call me Ishmael.',
    'Some years ago,\nI went to sea!',
  ]);
  expect(sentences[1]?.offsetOf(5)).toBe(100 + text.indexOf('years'));
});

test('text from several places is one sentence, without the text between them', () => {
  const paragraph = emptyParagraph('en');
  addText(paragraph, 'A note', 10);
  // The sign of a note has the characters 16 and 17.
  addText(paragraph, ' follows.', 18);
  const [sentence] = sentencesIn(paragraph);
  expect(sentence).toMatchObject({ spoken: 'A note follows.', start: 10, end: 27 });
  expect(sentence?.offsetOf(7)).toBe(19);
});

test('the description of a picture is spoken, in the place of the picture', () => {
  const paragraph = emptyParagraph('en');
  addWords(paragraph, 'T', 40);
  addText(paragraph, 'he whale.', 40);
  expect(sentencesIn(paragraph)).toMatchObject([{ spoken: 'The whale.', start: 40, end: 49 }]);
  const alone = emptyParagraph('en');
  addWords(alone, 'A map of the island', 7);
  expect(sentencesIn(alone)).toMatchObject([{ spoken: 'A map of the island', start: 7, end: 7 }]);
});

test('soft hyphens are not spoken, and offsets behind them are exact', () => {
  const [sentence] = sentencesOf('An un\u00adbe\u00adliev\u00adable end.');
  expect(sentence?.spoken).toBe('An unbelievable end.');
  expect(sentence?.offsetOf('An unbelievable '.length)).toBe(19);
});

test.each([
  ['en', 'Mr. Smith met J. R. Hartley. They talked.', 2],
  ['de', 'Hr. Meier kam um 8 Uhr. „Guten Tag!“, sagte er.', 2],
  ['ja', '吾輩は猫である。名前はまだ無い。', 2],
  ['ar', 'ذهب الولد إلى المدرسة. هل عاد؟ نعم.', 3],
  ['not a language', 'One. Two.', 2],
  ['en', '* * *', 0],
])('%s: %s', (language, text, count) => {
  expect(sentencesOf(text, language)).toHaveLength(count);
});

test('a long sentence is cut behind commas, else between words, else anywhere', () => {
  const commas = 'It was the best of times, it was the worst of times, it was the age of wisdom';
  const pieces = piecesOf(commas, 40);
  expect(pieces.map(({ text }) => text)).toEqual([
    'It was the best of times, ',
    'it was the worst of times, ',
    'it was the age of wisdom',
  ]);
  expect(pieces.map(({ start, text }) => commas.startsWith(text, start))).toEqual([
    true,
    true,
    true,
  ]);
  expect(piecesOf('one two three four', 10).map(({ text }) => text)).toEqual([
    'one two ',
    'three four',
  ]);
  expect(piecesOf('x'.repeat(25), 10).map(({ text }) => text.length)).toEqual([10, 10, 5]);
});

test('voices of the language come first, whatever its region and form', () => {
  const voice = (name: string, lang: string) => ({ name, lang, voiceURI: name });
  const voices = [voice('Zoe', 'en-GB'), voice('Anna', 'de_DE'), voice('Alex', 'en_US')];
  const { own, others } = voicesFor([...voices, voice('Zoe', 'en-GB')], 'en');
  expect(own.map(({ name }) => name)).toEqual(['Alex', 'Zoe']);
  expect(others.map(({ name }) => name)).toEqual(['Anna']);
  const many = Array.from({ length: 5000 }, (_, index) => voice(`${index}`, 'fr'));
  expect(voicesFor([...voices, ...many], 'en')).toEqual({ own, others: [] });
  expect(voicesFor(many, 'fr').own).toHaveLength(100);
});
