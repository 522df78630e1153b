import i18next from 'i18next';
import { afterEach, expect, test } from 'vitest';

import { foreignAnswer } from '../../../../shared/client.ts';
import { AppError, notFound } from '../../../../shared/errors.ts';
import faults from '../../locales/en/faults.json' with { type: 'json' };
import { lazyGerman } from '../../locales/lazy-german.ts';
import { errorText } from './error-text.ts';

afterEach(() => i18next.changeLanguage('en'));

const init = () =>
  i18next.init({
    resources: { en: { faults }, de: { faults: lazyGerman.faults } },
    lng: 'de',
    fallbackLng: false,
  });

test('outside of components, the message of a refusal is in the language of the page', async () => {
  await init();
  const refusal = new AppError('Conflict', 'The archive is empty.');
  expect(errorText(refusal)).toBe('Das Archiv ist leer.');
  await i18next.changeLanguage('en');
  expect(errorText(refusal)).toBe('The archive is empty.');
  expect(errorText(new Error('Failed to fetch'))).toBeNull();
});

test('a fault of the server is not taken for a server that cannot be reached', async () => {
  await init();
  const fault = new AppError('InternalError', 'Something went wrong on the server');
  expect(errorText(fault)).toBe('Auf dem Server ging etwas schief');
  expect(errorText(new AppError('InternalError', `${foreignAnswer}502`))).toBeNull();
});

test('a refusal of a proxy is not taken for a server that cannot be reached', async () => {
  await init();
  expect(errorText(new AppError('InternalError', `${foreignAnswer}413`))).toBe(
    'Ein Proxy vor Octavo antwortete mit Fehler 413',
  );
});

test.each([
  ['Collection', 'This collection no longer exists.', 'Diese Sammlung gibt es nicht mehr.'],
  ['API key', 'This API key no longer exists.', 'Diesen API-Schlüssel gibt es nicht mehr.'],
  ['User', 'This user no longer exists.', 'Diese Person gibt es nicht mehr.'],
])('nobody is shown the id of a %s that was not found', async (kind, english, german) => {
  await init();
  const missing = notFound(kind, '019506a0-0000-7000-8000-000000000001');
  expect(errorText(missing)).toBe(german);
  await i18next.changeLanguage('en');
  expect(errorText(missing)).toBe(english);
});
