import { placeWindow } from './bounds.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { ScreensPort, WindowPort, WindowsPort } from './ports.ts';
import { windowOptions } from './window-options.ts';

/** What a window of its own shows: a book of a library, or a file outside of all of them. */
export interface OwnBook {
  kind: 'book' | 'file';
  id: string;
  /** Whose: of the owner of the machine, or of whoever is signed in where it was asked for. */
  reader: 'owner' | 'page';
}

export interface ReaderWindows {
  /** Shows a book in a window of its own; one that is open already comes to the front. */
  open(book: OwnBook): void;
  /** Loads every book again, signed in anew. */
  reload(): void;
  /** Tells every window that keeps nothing of its own the language of the application, by its address alone. */
  speak(): void;
}

interface ReaderWindowsOptions {
  /** Where the server is now. */
  url: () => string;
  title: string;
  windows: WindowsPort;
  screens: ScreensPort;
  lifecycle: Lifecycle;
  guard: (window: WindowPort) => void;
  /** Signs one page in, once; null where a person must. */
  takeTicket: () => string | null;
  /** Language of their pages; null for that of the system. */
  language: () => string | null;
}

/** Pixels that each further window is moved by. */
const step = 28;

/**
 * Windows that each show one book and end when they are closed. A page that shows a stranger's file gets
 * nothing of the shell: no Node and no preload script. What the owner of the machine opens has a session apart
 * from that of the main window, where somebody else may be signed in; it forgets everything at the end. Its
 * ticket comes in the fragment of the address, which no request carries, and with it the language, which no
 * storage keeps. A file that is dropped makes Chromium ask for its address: that is how we are told of it.
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

  const create = ({ kind, id, reader }: OwnBook) => {
    const bounds = placeWindow(null, options.screens.workAreas());
    const shift = (open.size % 8) * step;
    const created = options.windows.create(
      windowOptions(
        options.title,
        { ...bounds, x: bounds.x + shift, y: bounds.y + shift },
        { navigateOnDragDrop: true, ...(reader === 'owner' && { partition: 'octavo-books' }) },
      ),
    );
    options.guard(created);
    // Another fragment of the same address: the page stays, and hears of it.
    const speak = () => {
      const [page = ''] = created.address().split('#');
      if (reader === 'page' || !page.startsWith(`${url()}/`)) return;
      const language = new URLSearchParams({ language: options.language() ?? '' });
      created.load(`${page}#${language.toString()}`).catch(() => undefined);
    };
    const load = () => {
      const fragment = reader === 'page' ? '' : `#${ownerFragment()}`;
      // What cannot be loaded shows Chromium's own page, and can be closed.
      created.load(`${url()}/read/${id}?own=${kind}${fragment}`).catch(() => created.show());
    };
    created.onReady(() => created.show());
    created.onGone(load);
    created.onClose(() => open.delete(id));
    load();
    return { window: created, load, speak };
  };

  return {
    open: (book) => {
      if (lifecycle.isQuitting()) return;
      const known = open.get(book.id);
      if (known) known.window.show();
      else open.set(book.id, create(book));
    },
    reload: () => {
      for (const { load } of open.values()) load();
    },
    speak: () => {
      for (const { speak } of open.values()) speak();
    },
  };
};
