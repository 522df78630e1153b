import { useTranslation } from 'react-i18next';

import { ContentsPanel } from '../shell/contents-panel.tsx';
import type { Chapter } from './chapters.ts';
import type { NavigationTarget } from './engine/book-engine.ts';
import { splitHref, type Positions } from './engine/locator.ts';

interface EpubContentsProps {
  chapters: readonly Chapter[];
  current: Chapter | undefined;
  positions: Positions;
  onGo: (target: NavigationTarget) => void;
  onClose: () => void;
}

/** The table of contents; without one, the parts of the book. */
export const EpubContents = (props: EpubContentsProps) => {
  const { chapters, current, positions, onGo, onClose } = props;
  const { t } = useTranslation('text');
  const entries = chapters.map(({ title, depth, href, progression }, index) => {
    const { part } = splitHref(href);
    return {
      title: title ?? t('contents.part', { number: index + 1 }),
      depth,
      page: part === '' ? null : positions.at(part, progression).position,
      target: href === '' ? null : { href },
    };
  });
  return (
    <ContentsPanel
      entries={entries}
      current={current && entries[chapters.indexOf(current)]}
      onGo={onGo}
      onClose={onClose}
    />
  );
};
