import { IconLayoutGrid, IconLayoutNavbarCollapse } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { pageUrl } from '../../api/client.ts';
import { pageOfKey } from './page-of-key.ts';
import classes from './page-overview.module.css';
import { ThumbnailStrip, type ThumbnailsProps } from './thumbnail-strip.tsx';
import { useFocusReturn } from './use-focus-return.ts';

/** Key of this device's storage: the pages were last shown as a grid. */
const gridKey = 'octavo.page-grid';

interface PageOverviewProps extends ThumbnailsProps {
  onClose: () => void;
}

/** Thumbnails of all pages: a strip below the page, or a grid over it. */
export const PageOverview = ({ onClose, ...pages }: PageOverviewProps) => {
  const { t } = useTranslation('reader');
  useFocusReturn();
  const [isGrid, setGrid] = useState(() => localStorage.getItem(gridKey) !== null);
  const change = () => {
    if (isGrid) localStorage.removeItem(gridKey);
    else localStorage.setItem(gridKey, 'true');
    setGrid(!isGrid);
  };
  const Icon = isGrid ? IconLayoutNavbarCollapse : IconLayoutGrid;
  return (
    <div className={classes.overview} data-grid={isGrid || undefined}>
      <button type="button" className={classes.switch} onClick={change}>
        <Icon size={17} stroke={1.6} aria-hidden />
        {t(isGrid ? 'thumbnails.strip' : 'thumbnails.grid')}
      </button>
      {isGrid ? (
        <PageGrid
          {...pages}
          onGo={(page) => {
            pages.onGo(page);
            onClose();
          }}
        />
      ) : (
        <ThumbnailStrip {...pages} />
      )}
    </div>
  );
};

const PageGrid = ({ bookId, count, page, shown, isReversed = false, onGo }: ThumbnailsProps) => {
  const { t } = useTranslation('reader');
  const grid = useRef<HTMLElement>(null);

  useEffect(() => {
    const current = grid.current?.querySelector<HTMLElement>('[aria-current]');
    current?.scrollIntoView({ block: 'center' });
    current?.focus({ preventScroll: true });
  }, []);

  /** Keys move in the grid instead of turning the page. */
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const { currentTarget, target } = event;
    const pages = [...currentTarget.querySelectorAll<HTMLElement>('button')];
    const index = pages.findIndex((other) => other === target);
    const columns = getComputedStyle(currentTarget).gridTemplateColumns.split(' ').length;
    const height = pages[index]?.offsetHeight ?? currentTarget.clientHeight;
    const rows = Math.max(1, Math.floor(currentTarget.clientHeight / height));
    const next = pageOfKey(event, index + 1, { count, isReversed, columns, rows });
    if (next === null) return;
    event.preventDefault();
    pages[next - 1]?.focus();
  };

  return (
    <nav
      ref={grid}
      className={classes.grid}
      aria-label={t('thumbnails.title')}
      dir={isReversed ? 'rtl' : 'ltr'}
      onKeyDown={onKeyDown}
    >
      {Array.from({ length: count }, (_, index) => index + 1).map((number) => (
        <button
          key={number}
          type="button"
          className={classes.page}
          aria-label={t('page.alt', { page: number })}
          aria-current={shown.includes(number) || number === page ? 'page' : undefined}
          onClick={() => onGo(number)}
        >
          <img
            src={pageUrl(bookId, number, { width: 320 })}
            alt=""
            loading="lazy"
            decoding="async"
          />
          <span>{number}</span>
        </button>
      ))}
    </nav>
  );
};
