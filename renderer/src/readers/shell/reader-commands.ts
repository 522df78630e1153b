import { useMemo, type RefObject } from 'react';

import { commandsOf, type CommandOf } from '../../commands/catalogue.ts';
import { useCommands } from '../../commands/use-commands.ts';
import { leaveFullscreen, toggleFullscreen } from './fullscreen.ts';
import { neighbourOf, type OpenedBook } from './opened-book.ts';
import type { Panel, ShellStore } from './shell-store.ts';
import { writeIncognitoToAddress } from './start-address.ts';

interface ShellTargets {
  /** The reader's element. */
  root: RefObject<HTMLElement | null>;
  book: OpenedBook;
  onOpenBook: (bookId: string) => void;
  onClose: () => void;
  /** Returns to where a jump began; false if there is nowhere to return to. */
  goBack: () => boolean;
  /** Closes what is open over the pages; false if nothing is. */
  dismiss: () => boolean;
}

/** Commands that do the same in every reader; each reader binds those of its own list. */
const shellCommands = (store: ShellStore, targets: ShellTargets) => {
  const { root, book, onOpenBook, onClose, goBack, dismiss } = targets;
  const toggle = (panel: Panel) => () =>
    store.setState({ panel: store.getState().panel === panel ? null : panel });
  const open = (step: 1 | -1) => () => {
    const id = neighbourOf(book, step);
    if (id !== null) onOpenBook(id);
  };
  return {
    back: goBack,
    'go-to': () => {
      store.setState({ chrome: 'shown' });
      root.current?.querySelector<HTMLInputElement>('input[data-page-input]')?.select();
    },
    'next-book': open(1),
    'previous-book': open(-1),
    chapters: toggle('chapters'),
    contents: toggle('contents'),
    find: toggle('find'),
    info: toggle('info'),
    marks: toggle('marks'),
    settings: toggle('settings'),
    thumbnails: toggle('thumbnails'),
    chrome: () =>
      store.setState({ chrome: store.getState().chrome === 'shown' ? 'hidden' : 'shown' }),
    incognito: () => {
      const isIncognito = !store.getState().isIncognito;
      store.setState({ isIncognito });
      writeIncognitoToAddress(book.id, isIncognito);
    },
    fullscreen: () => void toggleFullscreen(),
    /**
     * Leaves fullscreen, which browsers do themselves, some of them without keeping Escape from the page; then
     * closes the topmost layer, and finally the book.
     */
    leave: () => {
      if (leaveFullscreen()) return;
      if (store.getState().panel !== null) store.setState({ panel: null });
      else if (!dismiss()) onClose();
    },
  };
};

type ShellCommand = keyof ReturnType<typeof shellCommands>;
type ReaderScope = 'comic' | 'epub' | 'pdf';
/** Runs a command; a returned function is called when its key is released. */
type Handler = () => unknown;

/** A held key stops at the end card, because one more turn leaves the book. */
const stopAtEnd =
  (store: ShellStore, handler: Handler): ((event?: KeyboardEvent) => unknown) =>
  (event) =>
    event?.repeat && store.getState().end !== null ? undefined : handler();

/** The reader's own commands; they override those of the shell. */
export type OwnCommands<Scope extends ReaderScope> = Record<
  Exclude<CommandOf<Scope>, ShellCommand>,
  Handler
> &
  Partial<Record<CommandOf<Scope> & ShellCommand, Handler>>;

export type RunCommand<Scope extends ReaderScope> = (command: CommandOf<Scope>) => void;

/**
 * Binds the keys of the shell's commands and the reader's own, which must be stable. Returns a
 * function that runs a command by name.
 */
export const useReaderCommands = <Scope extends ReaderScope>(
  scope: Scope,
  store: ShellStore,
  { root, book, onOpenBook, onClose, goBack, dismiss }: ShellTargets,
  own: OwnCommands<Scope>,
): RunCommand<Scope> => {
  const handlers = useMemo(() => {
    const all: Partial<Record<string, Handler>> = {
      ...shellCommands(store, { root, book, onOpenBook, onClose, goBack, dismiss }),
      ...own,
    };
    return Object.fromEntries(
      commandsOf(scope).map((command) => {
        const handler = all[command];
        return [command, handler && stopAtEnd(store, handler)];
      }),
    ) as Record<CommandOf<Scope>, (event?: KeyboardEvent) => unknown>;
  }, [scope, store, root, book, onOpenBook, onClose, goBack, dismiss, own]);
  useCommands(scope, handlers);
  return useMemo(() => (command) => void handlers[command](), [handlers]);
};
