import i18next from 'i18next';
import { afterEach, expect, test } from 'vitest';

import { AppError } from '../../../../shared/errors.ts';
import { lazyEnglish } from '../../locales/lazy-english.ts';
import { lazyGerman } from '../../locales/lazy-german.ts';
import { errorText } from './error-text.ts';

afterEach(() => i18next.changeLanguage('en'));

test('outside of components, the message of a refusal is in the language of the page', async () => {
  await i18next.init({
    resources: { en: { faults: lazyEnglish.faults }, de: { faults: lazyGerman.faults } },
    lng: 'de',
    fallbackLng: false,
  });
  const refusal = new AppError('Conflict', 'The archive is empty.');
  expect(errorText(refusal)).toBe('Das Archiv ist leer.');
  await i18next.changeLanguage('en');
  expect(errorText(refusal)).toBe('The archive is empty.');
  expect(errorText(new Error('Failed to fetch'))).toBeNull();
});
