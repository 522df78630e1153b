import { useTranslation } from 'react-i18next';

import buttons from '../../shell/buttons.module.css';
import { keepPagesAlone } from '../stage/spread-edits.ts';
import { useReader, useReaderStore } from '../store/reader-context.tsx';
import classes from './spread-editor.module.css';

/** Corrects the visible spread: separates one of its pages, or pairs it again. */
export const SpreadEditor = () => {
  const { t } = useTranslation('reader');
  const store = useReaderStore();
  const spread = useReader((state) => state.spreads[state.spreadIndex]);
  const alone = useReader((state) => state.alone);
  const bookId = useReader((state) => state.book.id);

  const put = (pages: ReadonlySet<number>) => {
    store.actions.setAlone(pages);
    keepPagesAlone(bookId, pages);
  };
  const toggle = (page: number) => {
    const next = new Set(alone);
    if (!next.delete(page)) next.add(page);
    put(next);
  };

  return (
    <div className={classes.editor} role="group" aria-label={t('spread.title')}>
      <span>{t('spread.title')}</span>
      <div className={buttons.row}>
        {spread?.map(({ page }) => (
          <button
            key={page}
            type="button"
            aria-pressed={alone.has(page)}
            onClick={() => toggle(page)}
          >
            {t('spread.alone', { page })}
          </button>
        ))}
        {alone.size > 0 && (
          <button type="button" onClick={() => put(new Set())}>
            {t('spread.reset')}
          </button>
        )}
      </div>
    </div>
  );
};
