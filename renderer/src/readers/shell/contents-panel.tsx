import { useTranslation } from 'react-i18next';

import { SidePanel } from '../settings/side-panel.tsx';
import classes from './shell.module.css';

/** An entry of a book's table of contents. */
export interface ContentsEntry<Target> {
  title: string;
  depth: number;
  /** The page where it begins; null if unknown. */
  page: number | null;
  /** Null for a heading without a link. */
  target: Target | null;
}

interface ContentsPanelProps<Target> {
  entries: readonly ContentsEntry<Target>[];
  /** The entry being read. */
  current: ContentsEntry<Target> | undefined;
  /** Message for a book without a table of contents. */
  empty?: string;
  onGo: (target: Target) => void;
  onClose: () => void;
}

/** The table of contents of a book. */
export const ContentsPanel = <Target,>(props: ContentsPanelProps<Target>) => {
  const { entries, current, empty, onGo, onClose } = props;
  const { t } = useTranslation('text');
  return (
    <SidePanel title={t('contents.title')} onClose={onClose}>
      {entries.length === 0 && <p className={classes.hint}>{empty}</p>}
      <ul className={classes.list}>
        {entries.map((entry, index) => {
          const { title, depth, page, target } = entry;
          return (
            <li
              key={`${index} ${title}`}
              className={classes.entry}
              style={{ '--depth': depth } as React.CSSProperties}
              data-current={entry === current || undefined}
            >
              <button
                type="button"
                disabled={target === null}
                aria-current={entry === current ? 'location' : undefined}
                onClick={() => target !== null && onGo(target)}
              >
                {title}
                {page !== null && <small>{t('pageNumber', { page })}</small>}
              </button>
            </li>
          );
        })}
      </ul>
    </SidePanel>
  );
};
