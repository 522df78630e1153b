import { useTranslation } from 'react-i18next';

import type { PublicationLink } from '../../../../shared/api/epub.ts';
import { ContentsPanel } from '../shell/contents-panel.tsx';
import type { NavigationTarget } from './engine/book-engine.ts';
import { splitHref } from './engine/locator.ts';
import type { EpubBook } from './load-epub.ts';

interface EpubContentsProps {
  epub: EpubBook;
  /** The visible part. */
  part: string;
  onGo: (target: NavigationTarget) => void;
  onClose: () => void;
}

interface Line {
  link: PublicationLink;
  depth: number;
}

const flat = (links: readonly PublicationLink[], depth = 0): Line[] =>
  links.flatMap((link) => [
    { link, depth },
    ...flat((link.children ?? []) as PublicationLink[], depth + 1),
  ]);

/** The table of contents; without one, the parts of the book. */
export const EpubContents = ({ epub, part, onGo, onClose }: EpubContentsProps) => {
  const { t } = useTranslation('text');
  const { toc, readingOrder } = epub.manifest;
  const entries = flat(toc.length > 0 ? toc : readingOrder).map(({ link, depth }, index) => {
    const { part: target } = splitHref(link.href);
    return {
      title: link.title ?? t('contents.part', { number: index + 1 }),
      depth,
      page: target === '' ? null : epub.positions.at(target, 0).position,
      target: link.href === '' ? null : { href: link.href },
    };
  });
  const current = entries.findLast(({ target }) => splitHref(target?.href ?? '').part === part);
  return <ContentsPanel entries={entries} current={current} onGo={onGo} onClose={onClose} />;
};
