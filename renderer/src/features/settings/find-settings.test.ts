import i18next from 'i18next';
import { expect, test } from 'vitest';

import { lazyEnglish } from '../../locales/lazy-english.ts';
import { lazyGerman } from '../../locales/lazy-german.ts';
import { findSettings } from './find-settings.ts';
import { serverSettingSections } from './server-setting-sections.ts';
import { settingsSections } from './settings-sections.ts';

const texts = i18next.createInstance();
await texts.init({
  lng: 'en',
  resources: { en: lazyEnglish, de: lazyGerman },
  interpolation: { escapeValue: false },
});
const found = (words: string) =>
  findSettings(words, settingsSections, texts, true).map(({ label, hash }) => hash || label);

test.each([
  ['smtp', 'E-mail'],
  ['mail server', 'smtp.host'],
  ['Aufbewahrung', 'Files and trash'],
  ['papierkorb lesefortschritt', 'library.trash_retention_days'],
  ['zeitzone', 'library.time_zone'],
  ['SCHLUSSEL', 'Your account'],
  ['comicinfo', 'limits.comic_info_bytes'],
])('“%s” finds %s, in whatever language it is said', (words, wanted) => {
  expect(found(words)).toContain(wanted);
});

test('every word must match, and nothing is found for nonsense', () => {
  expect(found('mail zeitzone')).toEqual([]);
  expect(found('qqqq')).toEqual([]);
});

test('pages that the person cannot see are not searched', () => {
  const sections = settingsSections.filter(({ id }) => id === 'general');
  expect(findSettings('smtp', sections, texts, true)).toEqual([]);
});

test('settings of the desktop app are not found in a browser', () => {
  const hashes = (isDesktop: boolean) =>
    findSettings('scan', settingsSections, texts, isDesktop).map(({ hash }) => hash);
  expect(hashes(true)).toContain('desktop.notify_scans');
  expect(hashes(false)).not.toContain('desktop.notify_scans');
});

test('every setting of the server has its texts', () => {
  for (const key of Object.values(serverSettingSections).flat()) {
    expect(texts.exists(`serverSettings:${key}.label`), key).toBe(true);
    expect(texts.exists(`serverSettings:${key}.text`), key).toBe(true);
  }
});
