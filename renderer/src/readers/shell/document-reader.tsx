import {
  IconBookmark,
  IconBookmarkFilled,
  IconHighlight,
  IconList,
  IconSearch,
} from '@tabler/icons-react';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';

import { copyText } from '../../ui/controls/copy-text.ts';
import type { BookSelection } from '../epub/engine/book-engine.ts';
import { readLocator } from '../epub/engine/locator.ts';
import classes from './document.module.css';
import { EndCard } from './end-card.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MarksPanel } from './marks-panel.tsx';
import { NoteWriter } from './note-writer.tsx';
import { ProgressConflict } from './progress-conflict.tsx';
import { SelectionMenu } from './selection-menu.tsx';
import { TopBar, type BarItem } from './top-bar.tsx';
import type { DocumentPanel, DocumentReaderState } from './use-document-reader.ts';

interface DocumentReaderProps {
  reader: DocumentReaderState;
  root: RefObject<HTMLElement | null>;
  /** Content of the engine's container. */
  selection: BookSelection | null;
  isLoading: boolean;
  /** How the window looks. */
  surface?: { className?: string | undefined; style?: CSSProperties; 'data-invert'?: boolean };
  /** The container of the engine, and what lies on it. */
  stage: ReactNode;
  region: string;
  /** Where the container does not take the focus, the stage does. */
  takesFocus?: boolean;
  /** The engine's own buttons of the upper bar. */
  items?: readonly BarItem[];
  bottomBar: ReactNode;
  panels: Record<Exclude<DocumentPanel, 'marks' | 'thumbnails'>, () => ReactNode>;
  /** More that lies over the pages. */
  children?: ReactNode;
}

/** The reader of EPUBs and PDFs around its engine: bars, panels, marks, end card, remote position. */
export const DocumentReader = (props: DocumentReaderProps) => {
  const { reader, root, selection, isLoading, surface, stage, region, takesFocus = false } = props;
  const { items = [], bottomBar, panels, children } = props;
  const { book, positions, place, panel, setPanel, marks, progress, goTo } = reader;
  const { t } = useTranslation('text');
  const close = () => setPanel(null);
  const page = place?.locator.locations.position;
  return (
    <main
      ref={root}
      {...surface}
      className={[classes.reader, surface?.className].filter(Boolean).join(' ')}
      data-state={isLoading ? 'loading' : 'ready'}
      data-chrome={reader.chrome}
      data-panel={panel === 'thumbnails' ? undefined : (panel ?? undefined)}
      data-page={page}
    >
      <h1 className={classes.unseen}>{book.title}</h1>
      <p className={classes.unseen} role="status">
        {place ? t('pageOf', { page, total: positions.total }) : t('loading')}
      </p>
      <DocumentTopBar reader={reader} items={items} />
      <section
        className={classes.stage}
        aria-label={region}
        {...(takesFocus ? { tabIndex: -1, ref: focusOnce } : {})}
      >
        {stage}
        {selection && <Selection reader={reader} selection={selection} />}
        {reader.isAtEnd && (
          <EndCard
            book={book}
            onOpenBook={reader.onOpenBook}
            onClose={reader.onClose}
            onStay={() => reader.setAtEnd(false)}
          />
        )}
      </section>
      {children}
      {bottomBar}
      {panel === 'marks' ? (
        <MarksPanel
          bookId={book.id}
          marks={marks.all}
          onGo={(mark) => {
            const target = readLocator(mark.location) ?? positions.locatorOf(mark.page);
            if (!target) return;
            reader.uncover();
            goTo(target);
          }}
          onEdit={reader.edit}
          onDelete={marks.remove}
          onClose={close}
        />
      ) : (
        panel !== null && panel !== 'thumbnails' && panels[panel]()
      )}
      {progress.remote && (
        <ProgressConflict
          page={progress.remote.locator.locations.position ?? 1}
          device={progress.remote.device}
          onGo={() => {
            if (progress.remote) goTo(progress.remote.locator);
            progress.forgetRemote();
          }}
          onStay={progress.forgetRemote}
        />
      )}
      {reader.writing && (
        <NoteWriter
          {...marks}
          writing={reader.writing}
          onAdded={reader.clearSelection}
          onClose={() => reader.setWriting(null)}
        />
      )}
      {reader.link !== null && (
        <LinkDialog url={reader.link} onClose={() => reader.setLink(null)} />
      )}
    </main>
  );
};

type ReaderPart = Pick<DocumentReaderProps, 'reader'>;

const DocumentTopBar = ({ reader, items }: ReaderPart & { items: readonly BarItem[] }) => {
  const { book, place, panel, isBookmarked, commands } = reader;
  const { t } = useTranslation('text');
  const percent = place?.isLast
    ? 100
    : Math.floor((place?.locator.locations.totalProgression ?? 0) * 100);
  const panelItem = (name: 'contents' | 'find' | 'marks', icon: BarItem['icon']): BarItem => ({
    label: t(`${name}.title`),
    icon,
    isPressed: panel === name,
    onClick: commands[name],
  });
  const bookmark: BarItem = {
    label: t(isBookmarked ? 'bookmark.remove' : 'bookmark.add'),
    icon: isBookmarked ? IconBookmarkFilled : IconBookmark,
    isPressed: isBookmarked,
    onClick: commands.bookmark,
  };
  return (
    <TopBar
      title={book.title}
      subtitle={[book.series_name !== book.title && book.series_name, t('percent', { percent })]
        .filter(Boolean)
        .join(' · ')}
      isIncognito={reader.isIncognito}
      areSettingsOpen={panel === 'settings'}
      items={[
        panelItem('contents', IconList),
        panelItem('find', IconSearch),
        ...(reader.marks.canMark ? [bookmark] : []),
        panelItem('marks', IconHighlight),
        ...items,
      ]}
      run={(command) => commands[command]()}
    />
  );
};

const Selection = ({ reader, selection }: ReaderPart & { selection: BookSelection }) => {
  const { locator, text } = selection;
  return (
    <SelectionMenu
      selection={selection}
      canMark={reader.marks.canMark}
      onHighlight={(color) => {
        reader.marks.add(locator, { kind: 'highlight', text, color });
        reader.clearSelection();
      }}
      onNote={() => reader.setWriting({ locator, draft: { text, note: '', color: 'yellow' } })}
      onCopy={() => {
        void copyText(text);
        reader.clearSelection();
      }}
    />
  );
};

/** Keys and screen readers start at the pages. */
const focusOnce = (stage: HTMLElement | null) => stage?.focus({ preventScroll: true });
