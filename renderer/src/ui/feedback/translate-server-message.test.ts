import { expect, test } from 'vitest';

import english from '../../locales/en/faults.json' with { type: 'json' };
import { lazyGerman as de } from '../../locales/lazy-german.ts';
import { translateSentences } from './translate-server-message.ts';

const german = (text: string) => translateSentences(text, english, de.faults);

test.each([
  ['The archive is empty.', 'Das Archiv ist leer.'],
  [
    'No page can be shown. The page is empty. Copy or download the file again.',
    'Keine Seite lässt sich anzeigen. Die Seite ist leer. Kopiere die Datei noch einmal oder lade sie neu herunter.',
  ],
  [
    'The archive is damaged: its table of contents is cut off. Copy or download the file again.',
    'Das Archiv ist beschädigt: sein Inhaltsverzeichnis bricht ab. Kopiere die Datei noch einmal oder lade sie neu herunter.',
  ],
  [
    'The file is a ZIP archive named .cbr. The EPUB is damaged: parts of it are missing. The rest can be read.',
    'Die Datei heißt .cbr, ist aber ein ZIP-Archiv. Das EPUB ist beschädigt: Teile fehlen. Was übrig ist, lässt sich lesen.',
  ],
  [
    "The folder /mnt/A. B (x) was not found. Connect its drive or correct the library's folder. Nothing was changed.",
    'Der Ordner /mnt/A. B (x) wurde nicht gefunden. Schließe sein Laufwerk an oder berichtige den Ordner der Bibliothek. Es wurde nichts geändert.',
  ],
])('%s', (sentence, expected) => {
  expect(german(sentence)).toBe(expected);
});

test('a message that is unknown, wholly or in part, is shown as it is', () => {
  for (const text of ['Something else.', 'The archive is empty. Something else.', '']) {
    expect(german(text)).toBe(text);
  }
});
