import { useTranslation } from 'react-i18next';

import type { PublicationLink } from '../../../shared/api/epub.ts';
import type { Target } from '../books/book-engine.ts';
import { splitHref } from '../books/locator.ts';
import type { TextBook } from './load-text.ts';
import { SidePanel } from '../reading-settings/side-panel.tsx';
import classes from './text-chrome.module.css';

interface ContentsPanelProps {
  text: TextBook;
  /** The part that is shown. */
  part: string;
  onGo: (target: Target) => void;
  onClose: () => void;
}

interface Entry {
  link: PublicationLink;
  depth: number;
}

const flat = (links: readonly PublicationLink[], depth = 0): Entry[] =>
  links.flatMap((link) => [
    { link, depth },
    ...flat((link.children ?? []) as PublicationLink[], depth + 1),
  ]);

/** The contents of the book; a book without any lists its parts. */
export const ContentsPanel = ({ text, part, onGo, onClose }: ContentsPanelProps) => {
  const { t } = useTranslation('text');
  const { toc, readingOrder } = text.manifest;
  const entries = flat(toc.length > 0 ? toc : readingOrder);
  const current = entries.findLast(({ link }) => splitHref(link.href).part === part);
  return (
    <SidePanel title={t('contents.title')} onClose={onClose}>
      <ul className={classes.list}>
        {entries.map(({ link, depth }, index) => {
          const { part: target } = splitHref(link.href);
          const position = target === '' ? null : text.positions.at(target, 0).position;
          return (
            <li
              key={`${index} ${link.href}`}
              className={classes.entry}
              style={{ '--depth': depth } as React.CSSProperties}
              data-current={link === current?.link || undefined}
            >
              <button
                type="button"
                disabled={link.href === ''}
                aria-current={link === current?.link ? 'location' : undefined}
                onClick={() => onGo({ href: link.href })}
              >
                {link.title ?? t('contents.part', { number: index + 1 })}
                {position !== null && <small>{t('pageNumber', { page: position })}</small>}
              </button>
            </li>
          );
        })}
      </ul>
    </SidePanel>
  );
};
