import {
  IconBookmark,
  IconBookmarkFilled,
  IconHighlight,
  IconList,
  IconSearch,
} from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { copyText } from '../../ui/controls/copy-text.ts';
import type { BookSelection } from '../epub/engine/book-engine.ts';
import { readLocator } from '../epub/engine/locator.ts';
import { EndCard } from './end-card.tsx';
import { isStandaloneFile } from './is-standalone-file.ts';
import { LinkDialog } from './link-dialog.tsx';
import { MarksPanel } from './marks-panel.tsx';
import { NoteWriter } from './note-writer.tsx';
import { ReaderShell } from './reader-shell.tsx';
import { isJumpedTo } from './reading-moves.ts';
import { SelectionMenu } from './selection-menu.tsx';
import type { Panel } from './shell-store.ts';
import type { BarItem } from './top-bar.tsx';
import type { DocumentReaderState } from './use-document-reader.ts';

type ShellProps = ComponentProps<typeof ReaderShell>;

interface DocumentReaderProps extends Pick<
  ShellProps,
  'surface' | 'stage' | 'region' | 'takesFocus' | 'bottomBar' | 'children' | 'panels'
> {
  reader: Omit<DocumentReaderState, 'turn'>;
  /** Content of the engine's container. */
  selection: BookSelection | null;
  isLoading: boolean;
  /** The engine's own buttons of the upper bar. */
  items?: readonly BarItem[];
  run: (command: DocumentCommand) => void;
}

type DocumentCommand =
  | 'back'
  | 'bookmark'
  | 'contents'
  | 'find'
  | 'first'
  | 'fullscreen'
  | 'incognito'
  | 'marks'
  | 'next'
  | 'previous'
  | 'settings'
  | 'turn-left'
  | 'turn-right';

/** The reader of EPUBs and PDFs around its engine: the shell, with annotations and an end card. */
export const DocumentReader = (props: DocumentReaderProps) => {
  const { reader, selection, isLoading, items = [], run, surface, stage, panels, ...shell } = props;
  const { book, positions, position, state, store, marks, isBookmarked, goTo } = reader;
  const { t } = useTranslation(['text', 'reader']);
  const page = position?.locator.locations.position;
  const percent = position?.isLast
    ? 100
    : Math.floor((position?.locator.locations.totalProgression ?? 0) * 100);
  const panelItem = (panel: Panel & DocumentCommand, icon: BarItem['icon']): BarItem => ({
    label: t(`${panel}.title` as 'find.title'),
    icon,
    isPressed: state.panel === panel,
    onClick: () => run(panel),
  });
  const bookmark: BarItem = {
    label: t(isBookmarked ? 'bookmark.remove' : 'bookmark.add'),
    icon: isBookmarked ? IconBookmarkFilled : IconBookmark,
    isPressed: isBookmarked,
    onClick: () => run('bookmark'),
  };
  const stay = () => store.setState({ end: null });
  const marksPanel = (): ReactNode => (
    <MarksPanel
      bookId={book.id}
      marks={marks.all}
      isUnknown={marks.isUnknown}
      onGo={(mark) => {
        const target = readLocator(mark.location) ?? positions.locatorOf(mark.page);
        if (!target) return;
        reader.uncover();
        goTo(target);
      }}
      onEdit={reader.edit}
      onDelete={marks.remove}
      onClose={reader.closePanel}
    />
  );
  return (
    <ReaderShell
      {...shell}
      root={reader.root}
      book={book}
      state={state}
      isReady={!isLoading}
      surface={{ ...surface, 'data-page': page }}
      status={position ? t('pageOf', { page, total: positions.total }) : t('loading')}
      subtitle={[book.series_name !== book.title && book.series_name, t('percent', { percent })]
        .filter(Boolean)
        .join(' · ')}
      items={[
        panelItem('contents', IconList),
        panelItem('find', IconSearch),
        ...(marks.canMark ? [bookmark] : []),
        panelItem('marks', IconHighlight),
        ...items,
      ]}
      run={run}
      stage={
        <>
          {stage}
          {selection && <Selection reader={reader} selection={selection} />}
          {state.end === 1 && (
            <EndCard
              book={book}
              step={1}
              onSwipe={(side) => run(side === 'left' ? 'turn-right' : 'turn-left')}
              onTurn={(turned) => run(turned === 1 ? 'next' : 'previous')}
              isAsking
              isRead={!isJumpedTo(state, true)}
              hint={t('reader:end.again')}
              onOpenBook={reader.onOpenBook}
              onRestart={() => {
                stay();
                run('first');
              }}
              onClose={reader.onClose}
              onStay={stay}
            />
          )}
        </>
      }
      panels={{ ...panels, marks: marksPanel }}
      onPanelClose={reader.closePanel}
      onClose={reader.onClose}
      onStay={() => store.setState({ back: null })}
      onRemote={(remote) => {
        if (remote?.locator) goTo(remote.locator);
        store.setState({ remote: null });
      }}
    >
      {shell.children}
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
    </ReaderShell>
  );
};

interface SelectionProps {
  reader: Omit<DocumentReaderState, 'turn'>;
  selection: BookSelection;
}

const Selection = ({ reader, selection }: SelectionProps) => {
  const { locator, text } = selection;
  return (
    <SelectionMenu
      selection={selection}
      canMark={reader.marks.canMark}
      onHighlight={(color) => {
        reader.marks.addAt(locator, { kind: 'highlight', text, color });
        reader.clearSelection();
      }}
      onNote={() => {
        const is_shared = isStandaloneFile(reader.book) ? null : false;
        reader.setWriting({ locator, draft: { text, note: '', color: 'yellow', is_shared } });
      }}
      onCopy={() => {
        void copyText(text);
        reader.clearSelection();
      }}
    />
  );
};
