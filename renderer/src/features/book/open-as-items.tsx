import { IconBookmarks, IconCheck, IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../../shared/api/books.ts';
import { useReadingSettings } from '../../readers/settings/use-reading-settings.ts';
import { MenuLink } from '../../ui/layout/menu-link.tsx';

/** Opens a PDF as document or comic and saves that for its series. */
export const OpenAsItems = ({ book }: { book: FullBook }) => {
  const { t } = useTranslation('book');
  const { values, set } = useReadingSettings('pdf', {
    libraryId: book.library_id,
    seriesId: book.series_id,
  });
  return (['text', 'images'] as const).map((mode) => (
    <MenuLink
      key={mode}
      to="/read/$bookId"
      params={{ bookId: book.id }}
      leftSection={mode === 'text' ? <IconFileText size={16} /> : <IconBookmarks size={16} />}
      rightSection={values.mode === mode && <IconCheck size={15} aria-label={t('openAs.chosen')} />}
      onClick={() => set({ mode }, 'series')}
    >
      {t(`openAs.${mode}`)}
    </MenuLink>
  ));
};
