import { useTranslation } from 'react-i18next';

import { SidePanel } from '../reading-settings/side-panel.tsx';
import classes from './text-chrome.module.css';

/** A line of the contents of a book. */
export interface ContentsEntry<Target> {
  title: string;
  depth: number;
  /** Where it begins; null where that is not known. */
  page: number | null;
  /** Null for a heading that leads nowhere. */
  target: Target | null;
}

interface ContentsPanelProps<Target> {
  entries: readonly ContentsEntry<Target>[];
  /** The one that is being read. */
  current: ContentsEntry<Target> | undefined;
  /** What is said of a book that has none. */
  empty?: string;
  onGo: (target: Target) => void;
  onClose: () => void;
}

/** The contents of a book. */
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
