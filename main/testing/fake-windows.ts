import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';

import type { PagePort, Preventable, WindowPort, WindowsPort } from '../ports.ts';
import { fakeEvent, listeners } from './fake-events.ts';

export type FakeWindow = WindowPort & {
  options: BrowserWindowConstructorOptions;
  url: string | null;
  /** Number of reloads. */
  reloads: number;
  /** -1 for none, like in Electron. */
  progress: number;
  visible: boolean;
  destroyed: boolean;
  focused: boolean;
  /** Bounds set by the user. */
  rectangle: Rectangle;
  /** Presses the close button; returns whether the window would have closed. */
  close(): boolean;
  blur(): void;
  crash(): void;
  /** The page could not be loaded. */
  failToLoad(): void;
  /** Whether a navigation is allowed. */
  navigate(url: string, isMainFrame?: boolean): boolean;
  attachWebview(): boolean;
  openWindow(url: string): void;
  requestPermission(permission: string, url: string): boolean;
  /** The name that a download is offered under; null where it is refused. */
  download(urls: readonly string[], name: string): string | null;
  /** Whether the page's session can send a request. */
  request(url: string): boolean;
  /** Whether a certificate is accepted; the system does not trust it unless told. */
  accepts(certificate: Buffer | string, host: string, isTrusted?: boolean): boolean;
};

const fakeWindow = (options: BrowserWindowConstructorOptions): FakeWindow => {
  const ready = listeners();
  const closing = listeners<[Preventable]>();
  const blurred = listeners();
  const crashes = listeners();
  const loadFailed = listeners();
  const navigating = listeners<[Preventable, string, boolean]>();
  const attaching = listeners<[Preventable]>();
  const opening = listeners<[string]>();
  let decide: (permission: string, url: string) => boolean = () => true;
  let decideDownload: (urls: readonly string[], name: string) => string | null = (_urls, name) =>
    name;
  let decideRequest: (url: string) => boolean = () => true;
  let decideCertificate: Parameters<PagePort['onCertificate']>[0] = ({ isTrusted }) => isTrusted;
  let maximized = false;

  const passes = (emit: (event: Preventable) => void) => {
    const event = fakeEvent();
    emit(event);
    return !event.prevented;
  };
  const page: PagePort = {
    onNavigate: navigating.add,
    onAttachWebview: attaching.add,
    onOpenWindow: opening.add,
    onPermission: (decision) => {
      decide = decision;
    },
    onDownload: (decision) => {
      decideDownload = decision;
    },
    onRequest: (decision) => {
      decideRequest = decision;
    },
    onCertificate: (decision) => {
      decideCertificate = decision;
    },
  };
  const window: FakeWindow = {
    options,
    url: null,
    reloads: 0,
    progress: -1,
    visible: options.show !== false,
    destroyed: false,
    focused: false,
    rectangle: {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 800,
      height: options.height ?? 600,
    },
    load: async (url) => {
      window.url = url;
      ready.call();
    },
    address: () => window.url ?? '',
    reload: () => {
      window.reloads += 1;
    },
    show: () => {
      window.visible = true;
      window.focused = true;
    },
    hide: () => {
      window.visible = false;
      window.focused = false;
    },
    destroy: () => {
      window.destroyed = true;
    },
    isVisible: () => window.visible,
    bounds: () => window.rectangle,
    isMaximized: () => maximized,
    maximize: () => {
      maximized = true;
    },
    setProgress: (fraction) => {
      window.progress = fraction ?? -1;
    },
    onReady: ready.add,
    onClose: closing.add,
    onBlur: blurred.add,
    onLoadFailed: loadFailed.add,
    onGone: crashes.add,
    page,
    close: () => passes(closing.call),
    blur: () => {
      window.focused = false;
      blurred.call();
    },
    crash: () => {
      window.url = null;
      crashes.call();
    },
    failToLoad: loadFailed.call,
    navigate: (url, isMainFrame = true) =>
      passes((event) => navigating.call(event, url, isMainFrame)),
    attachWebview: () => passes(attaching.call),
    openWindow: opening.call,
    requestPermission: (permission, url) => decide(permission, url),
    download: (urls, name) => decideDownload(urls, name),
    request: (url) => decideRequest(url),
    accepts: (certificate, host, isTrusted = false) =>
      decideCertificate({ certificate, isTrusted }, host),
  };
  return window;
};

export type FakeWindows = WindowsPort & { created: FakeWindow[] };

export const fakeWindows = (): FakeWindows => {
  const created: FakeWindow[] = [];
  return {
    created,
    create: (options) => {
      const window = fakeWindow(options);
      created.push(window);
      return window;
    },
  };
};
