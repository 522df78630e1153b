import { placeWindow } from './bounds.ts';
import { createCrashLimit } from './crash-limit.ts';
import type { Lifecycle } from '../app/lifecycle.ts';
import type { ScreensPort, WindowPort, WindowsPort } from '../ports.ts';
import { windowOptions } from './window-options.ts';

/** The content of a reader window: a library book, or a standalone file. */
export interface OwnBook {
  kind: 'book' | 'file';
  id: string;
  /** Session of the window: the owner's, or that of the page that requested it. */
  reader: 'owner' | 'page';
}

export interface ReaderWindows {
  /** Shows a book in its own window; focuses it if already open. */
  open(book: OwnBook): void;
  /** Reloads every book, signed in again. */
  reload(): void;
  /** Updates the language of windows without storage through the URL. */
  speak(): void;
}

interface ReaderWindowsOptions {
  /** Current URL of the server. */
  url: () => string;
  title: string;
  windows: WindowsPort;
  screens: ScreensPort;
  lifecycle: Lifecycle;
  guard: (window: WindowPort) => void;
  /** Called when a page crashes again and again, so that it is not reloaded. */
  onCrashing: () => void;
  /** Issues a one-time ticket; null if the user must sign in. */
  takeTicket: () => string | null;
  /** Language of the pages; null follows the system. */
  language: () => string | null;
  /** Session of the page that requests windows, unless it is the default one. */
  pagePartition?: string;
}

/** Maximum windows at once, because a page can request them. */
const windowsAtMost = 20;

/** Offset of each further window, pixels. */
const step = 28;

/**
 * Windows that each show one book and are destroyed on closing. A page with an untrusted file has
 * no access to the shell: no Node, no preload script. The owner's windows have a session separate
 * from the main window, where another user can be signed in; it is not persisted. The ticket and
 * the language are passed in the URL's fragment, which is not sent in requests. A dropped file
 * makes Chromium navigate to it, which is how the drop is detected.
 */
export const createReaderWindows = (options: ReaderWindowsOptions): ReaderWindows => {
  const { url, lifecycle } = options;
  const open = new Map<string, { window: WindowPort; load: () => void; speak: () => void }>();
  lifecycle.onQuit(() => {
    for (const { window } of open.values()) window.destroy();
  });

  const ownerFragment = () => {
    const ticket = options.takeTicket();
    return new URLSearchParams({
      ...(ticket !== null && { ticket }),
      language: options.language() ?? '',
    }).toString();
  };

  const partitionOf = (reader: OwnBook['reader']) => {
    const partition = reader === 'owner' ? 'octavo-books' : options.pagePartition;
    return partition === undefined ? {} : { partition };
  };
  const create = ({ kind, id, reader }: OwnBook) => {
    const bounds = placeWindow(null, options.screens.workAreas());
    const shift = (open.size % 8) * step;
    const created = options.windows.create(
      windowOptions(
        options.title,
        { ...bounds, x: bounds.x + shift, y: bounds.y + shift },
        { navigateOnDragDrop: true, ...partitionOf(reader) },
      ),
    );
    options.guard(created);
    // Changing only the fragment does not reload the page, but notifies it.
    const speak = () => {
      const [page = ''] = created.address().split('#');
      if (reader === 'page' || !page.startsWith(`${url()}/`)) return;
      const language = new URLSearchParams({ language: options.language() ?? '' });
      created.load(`${page}#${language.toString()}`).catch(() => undefined);
    };
    const load = () => {
      const fragment = reader === 'page' ? '' : `#${ownerFragment()}`;
      // On failure Chromium shows its error page, and the window can be closed.
      created.load(`${url()}/read/${id}?own=${kind}${fragment}`).catch(() => created.show());
    };
    created.onReady(() => created.show());
    created.onGone(createCrashLimit(load, options.onCrashing));
    created.onClose(() => open.delete(id));
    load();
    return { window: created, load, speak };
  };

  return {
    open: (book) => {
      if (lifecycle.isQuitting()) return;
      const known = open.get(book.id);
      if (known) known.window.show();
      else if (open.size < windowsAtMost) open.set(book.id, create(book));
    },
    reload: () => {
      for (const { load } of open.values()) load();
    },
    speak: () => {
      for (const { speak } of open.values()) speak();
    },
  };
};
