import type { CSSProperties, ReactNode, RefObject } from 'react';

import { useCloseOnBack } from '../../ui/layout/use-close-on-back.ts';
import hidden from '../../ui/text/visually-hidden.module.css';
import { BackChip } from './back-chip.tsx';
import { focusPages } from './focus-pages.ts';
import type { OpenedBook } from './opened-book.ts';
import { ProgressConflict } from './progress-conflict.tsx';
import type { Panel, RemotePosition, ShellState } from './shell-store.ts';
import classes from './shell.module.css';
import { TopBar, type BarItem, type TopBarCommand } from './top-bar.tsx';

/** Attributes of the reader's element. */
interface Surface {
  className?: string | undefined;
  style?: CSSProperties;
  'data-invert'?: boolean;
  'data-mode'?: string;
  'data-page'?: number | undefined;
}

interface ReaderShellProps {
  root: RefObject<HTMLElement | null>;
  book: OpenedBook;
  state: ShellState;
  isReady: boolean;
  surface?: Surface;
  /** The position, for screen readers. */
  status: string;
  /** Below the title: the series, and how far the book is read. */
  subtitle: string;
  /** The reader's own buttons of the upper bar. */
  items: readonly BarItem[];
  run: (command: TopBarCommand | 'back') => void;
  /** Name of the stage. */
  region: string;
  /** The stage takes the focus if the pages do not. */
  takesFocus?: boolean;
  onStageClick?: (event: React.MouseEvent<HTMLElement>) => void;
  /** The pages and their overlays. */
  stage: ReactNode;
  bottomBar: ReactNode;
  panels: Partial<Record<Panel, () => ReactNode>>;
  onPanelClose: () => void;
  /** Closes the book. */
  onClose: () => void;
  /** Goes to the position of another device, or stays. */
  onRemote: (remote: RemotePosition | null) => void;
  /** Withdraws the offer of the way back. */
  onStay: () => void;
  /** Further overlays. */
  children?: ReactNode;
}

/** The shell of every reader: bars, panels and the conflict with another device. */
export const ReaderShell = (props: ReaderShellProps) => {
  const { root, book, state, isReady, surface, status, subtitle, items, run } = props;
  const { region, takesFocus = false, onStageClick, stage, bottomBar, panels } = props;
  const { onPanelClose, onClose, onRemote, onStay, children } = props;
  const { chrome, panel, end, remote, back, isIncognito } = state;
  useCloseOnBack(panel !== null, onPanelClose);
  const answer = (chosen: RemotePosition | null) => {
    focusPages();
    onRemote(chosen);
  };
  return (
    <main
      ref={root}
      {...surface}
      className={[classes.reader, surface?.className].filter(Boolean).join(' ')}
      data-state={isReady ? 'ready' : 'loading'}
      data-chrome={chrome}
      data-panel={panel ?? undefined}
      data-end={end ?? undefined}
    >
      <h1 className={hidden.visuallyHidden}>{book.title}</h1>
      <p className={hidden.visuallyHidden} role="status">
        {status}
      </p>
      <TopBar
        title={book.title}
        subtitle={subtitle}
        isIncognito={isIncognito}
        areSettingsOpen={panel === 'settings'}
        items={items}
        run={run}
        onClose={onClose}
      />
      <section
        className={classes.stage}
        aria-label={region}
        tabIndex={takesFocus ? -1 : undefined}
        ref={takesFocus ? focusOnce : undefined}
        onClick={onStageClick}
      >
        {stage}
      </section>
      {children}
      {bottomBar}
      {panel !== null && panels[panel]?.()}
      {remote && (
        <ProgressConflict
          page={remote.page}
          device={remote.device}
          onGo={() => answer(remote)}
          onStay={() => answer(null)}
        />
      )}
      {back !== null && end === null && <BackChip page={back.page} run={run} onStay={onStay} />}
    </main>
  );
};

/** Keys and screen readers start at the pages. */
const focusOnce = (stage: HTMLElement | null) => stage?.focus({ preventScroll: true });
