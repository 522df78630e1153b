import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, test } from 'vitest';

import type { ReadingDevice } from '../../../../shared/api/progress-record.ts';
import de from '../../locales/de/reader.json' with { type: 'json' };
import en from '../../locales/en/reader.json' with { type: 'json' };
import { ProgressConflict } from './progress-conflict.tsx';

const questionIn = async (lng: string, device: ReadingDevice | null) => {
  const texts = i18next.createInstance();
  await texts.use(initReactI18next).init({
    lng,
    resources: { en: { reader: en }, de: { reader: de } },
    interpolation: { escapeValue: false },
  });
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <ProgressConflict page={12} device={device} onGo={() => undefined} onStay={() => undefined} />
    </I18nextProvider>,
  );
  return /<span>(.*?)<\/span>/.exec(page)?.[1];
};

test.each([
  ['en', { id: 'a', name: 'Komelia' }, 'Continue at page 12, read on Komelia?'],
  ['de', { id: 'a', name: 'Komelia' }, 'Weiter auf Seite 12, bis dahin auf Komelia gelesen?'],
  ['en', null, 'Continue at page 12, read on another device?'],
  ['en', { id: 'a', name: '' }, 'Continue at page 12, read on another device?'],
  ['en', { id: 'a', name: '<b>' }, 'Continue at page 12, read on &lt;b&gt;?'],
])('the question names the device where it is known (%s, %j)', async (lng, device, question) => {
  expect(await questionIn(lng, device)).toBe(question);
});
