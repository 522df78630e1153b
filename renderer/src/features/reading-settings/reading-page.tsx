import { useTranslation } from 'react-i18next';

import { noBook } from '../../readers/settings/choices.ts';
import { ComicFields } from '../../readers/settings/comic-fields.tsx';
import { EpubFields } from '../../readers/settings/epub-fields.tsx';
import type { ReadingKind } from '../../readers/settings/fields.ts';
import { PdfFields } from '../../readers/settings/pdf-fields.tsx';
import {
  type ReadingSettings,
  useReadingSettings,
} from '../../readers/settings/use-reading-settings.ts';
import { RowsSkeleton } from '../settings/rows-skeleton.tsx';
import { Section } from '../settings/section.tsx';
import { SettingsBody } from '../settings/settings-body.tsx';
import classes from '../settings/settings-page.module.css';
import { Fonts } from './fonts.tsx';
import { Profiles } from './profiles.tsx';

/** The settings of all three readers for all books, and the profiles. */
export const ReadingPage = () => {
  const { t } = useTranslation('profiles');
  const comic = forAllBooks(useReadingSettings('comic', noBook));
  const epub = forAllBooks(useReadingSettings('epub', noBook));
  const pdf = forAllBooks(useReadingSettings('pdf', noBook));
  if (!comic.isReady) {
    return (
      <SettingsBody section="reading">
        <RowsSkeleton rows={3} />
      </SettingsBody>
    );
  }
  return (
    <SettingsBody section="reading">
      <p className={classes.intro}>{t('about')}</p>
      <Section title={t('kinds.comic')}>
        <div className={classes.card} data-settings="columns">
          <ComicFields settings={comic} shown={null} />
        </div>
        <Profiles settings={comic} />
      </Section>
      <Section title={t('kinds.epub')}>
        <div className={classes.card} data-settings="columns">
          <EpubFields settings={epub} />
        </div>
        <Fonts />
        <Profiles settings={epub} />
      </Section>
      <Section title={t('kinds.pdf')}>
        <div className={classes.card} data-settings="columns">
          <PdfFields settings={pdf} />
        </div>
        <Profiles settings={pdf} />
      </Section>
    </SettingsBody>
  );
};

const forAllBooks = <Kind extends ReadingKind>(
  settings: ReadingSettings<Kind>,
): ReadingSettings<Kind> => ({
  ...settings,
  keepOn: 'default',
  set: (change) => settings.set(change, 'default'),
});
