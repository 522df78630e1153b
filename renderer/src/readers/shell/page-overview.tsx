import { IconLayoutGrid, IconLayoutNavbarCollapse } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { pageUrl } from '../../api/client.ts';
import classes from './page-overview.module.css';
import { ThumbnailStrip, type ThumbnailsProps } from './thumbnail-strip.tsx';

/** Key of this device's storage: the pages were last shown as a grid. */
const gridKey = 'octavo.page-grid';

interface PageOverviewProps extends ThumbnailsProps {
  onClose: () => void;
}

/** Thumbnails of all pages: a strip below the page, or a grid over it. */
export const PageOverview = ({ onClose, ...pages }: PageOverviewProps) => {
  const { t } = useTranslation('reader');
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
    const before = document.activeElement;
    const current = grid.current?.querySelector<HTMLElement>('[aria-current]');
    current?.scrollIntoView({ block: 'center' });
    current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  /** Arrow keys move in the grid instead of turning the page. */
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    const across = isReversed ? -1 : 1;
    const columns = getComputedStyle(event.currentTarget).gridTemplateColumns.split(' ').length;
    const steps: Record<string, number> = {
      ArrowLeft: -across,
      ArrowRight: across,
      ArrowUp: -columns,
      ArrowDown: columns,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const pages = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    pages[pages.findIndex((other) => other === document.activeElement) + step]?.focus();
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
