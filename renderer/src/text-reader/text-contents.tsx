import { useTranslation } from 'react-i18next';

import type { PublicationLink } from '../../../shared/api/epub.ts';
import type { Target } from '../books/book-engine.ts';
import { splitHref } from '../books/locator.ts';
import { ContentsPanel } from './contents-panel.tsx';
import type { TextBook } from './load-text.ts';

interface TextContentsProps {
  text: TextBook;
  /** The part that is shown. */
  part: string;
  onGo: (target: Target) => void;
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

/** The contents of a text; one without any lists its parts. */
export const TextContents = ({ text, part, onGo, onClose }: TextContentsProps) => {
  const { t } = useTranslation('text');
  const { toc, readingOrder } = text.manifest;
  const entries = flat(toc.length > 0 ? toc : readingOrder).map(({ link, depth }, index) => {
    const { part: target } = splitHref(link.href);
    return {
      title: link.title ?? t('contents.part', { number: index + 1 }),
      depth,
      page: target === '' ? null : text.positions.at(target, 0).position,
      target: link.href === '' ? null : { href: link.href },
    };
  });
  const current = entries.findLast(({ target }) => splitHref(target?.href ?? '').part === part);
  return <ContentsPanel {...{ entries, current, onGo, onClose }} />;
};
