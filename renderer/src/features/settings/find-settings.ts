import type { i18n } from 'i18next';

import { languages } from '../../../../shared/languages.ts';
import { settingsShown } from './server-setting-sections.ts';
import type { SettingsSection } from './settings-sections.ts';

export interface FoundSetting {
  section: SettingsSection;
  /** Localized. */
  label: string;
  /** Anchor on the page; empty for the page itself. */
  hash: string;
}

const most = 12;

/**
 * Finds pages and settings whose name or description contains all words, in any language: users may
 * search by the English term or that of another program.
 */
export const findSettings = (
  words: string,
  sections: readonly SettingsSection[],
  { getFixedT, t }: Pick<i18n, 'getFixedT' | 't'>,
  isDesktop: boolean,
): FoundSetting[] => {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  const inAll = languages.map((language) => getFixedT(language));
  const matches = (keys: readonly string[]) => {
    const text = fold(
      inAll.flatMap((translator) => keys.map((key) => translate(translator, key))).join(' '),
    );
    return wanted.every((word) => text.includes(word));
  };
  const found = sections.flatMap((section) => {
    const own = `settings:places.${section.id}`;
    const page: FoundSetting = { section, label: translate(t, own), hash: '' };
    const settings = settingsShown(section.id, isDesktop)
      .filter((key) => matches([`serverSettings:${key}.label`, `serverSettings:${key}.text`]))
      .map((key) => ({ section, label: translate(t, `serverSettings:${key}.label`), hash: key }));
    return [...(matches([own, `settings:words.${section.id}`]) ? [page] : []), ...settings];
  });
  return found.slice(0, most);
};

/** Dynamic keys, which the typed function cannot check; a test covers them. */
const translate = (t: unknown, key: string): string => String((t as (key: string) => unknown)(key));

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
