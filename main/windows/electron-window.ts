import { join } from 'node:path';

import type { BrowserWindow, Session, WebContents } from 'electron';

import type { PagePort, WindowPort } from '../ports.ts';
import { hideWindow } from './hide-window.ts';

/** Chromium's ERR_ABORTED, which is reported for navigations that were prevented or replaced. */
const navigationAborted = -3;
/** Results of Chromium's verification of certificates. */
const certificateAccepted = 0;
const certificateRefused = -2;

/** Buttons of mice and keyboards, which Electron leaves to the application. */
const followHistoryButtons = (window: BrowserWindow): void => {
  const { navigationHistory: history } = window.webContents;
  window.on('app-command', (_event, command) => {
    if (command === 'browser-backward' && history.canGoBack()) history.goBack();
    if (command === 'browser-forward' && history.canGoForward()) history.goForward();
  });
};

/** A window of Electron. `downloads` is the folder that its dialogs suggest. */
export const createWindowPort = (window: BrowserWindow, downloads: string): WindowPort => {
  followHistoryButtons(window);
  return portOf(window, downloads);
};

const portOf = (window: BrowserWindow, downloads: string): WindowPort => ({
  load: (url) => window.loadURL(url),
  address: () => window.webContents.getURL(),
  reload: () => window.webContents.reload(),
  show: () => {
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  },
  hide: () => hideWindow(window, process.platform),
  destroy: () => window.destroy(),
  isVisible: () => window.isVisible(),
  bounds: () => window.getNormalBounds(),
  isMaximized: () => window.isMaximized(),
  maximize: () => window.maximize(),
  setProgress: (fraction) => window.setProgressBar(fraction ?? -1),
  onReady: (listener) => void window.once('ready-to-show', listener),
  onClose: (listener) => void window.on('close', listener),
  onBlur: (listener) => void window.on('blur', listener),
  onLoadFailed: (listener) =>
    void window.webContents.on('did-fail-load', (_event, code, _text, _url, isMainFrame) => {
      if (isMainFrame && code !== navigationAborted) listener();
    }),
  onGone: (listener) => void window.webContents.on('render-process-gone', () => listener()),
  page: pagePort(window.webContents, downloads),
});

const pagePort = (contents: WebContents, downloads: string): PagePort => ({
  onNavigate: (listener) => {
    contents.on('will-frame-navigate', (event) => listener(event, event.url, event.isMainFrame));
    contents.on('will-redirect', (event) => listener(event, event.url, event.isMainFrame));
  },
  onAttachWebview: (listener) => void contents.on('will-attach-webview', listener),
  onOpenWindow: (listener) =>
    contents.setWindowOpenHandler(({ url }) => {
      listener(url);
      return { action: 'deny' };
    }),
  onPermission: (decide) => {
    const { session } = contents;
    session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) =>
      answer(decide(permission, requestingUrl)),
    );
    session.setPermissionCheckHandler((_contents, permission, origin) =>
      decide(permission, origin),
    );
    session.setDevicePermissionHandler(() => false);
  },
  onDownload: (decide) => decideDownloads(contents, downloads, decide),
  onRequest: (decide) =>
    contents.session.webRequest.onBeforeRequest(({ url }, answer) =>
      answer({ cancel: !decide(url) }),
    ),
  onCertificate: (decide) =>
    contents.session.setCertificateVerifyProc(
      ({ hostname, certificate, verificationResult }, answer) => {
        const isTrusted = verificationResult === 'net::OK';
        const isAccepted = decide({ certificate: certificate.data, isTrusted }, hostname);
        answer(isAccepted ? certificateAccepted : certificateRefused);
      },
    ),
});

type DecideDownload = Parameters<PagePort['onDownload']>[0];

/** Windows can share a session, so each decides about the downloads of its own page. */
const decisions = new WeakMap<Session, WeakMap<WebContents, DecideDownload>>();

const decideDownloads = (
  contents: WebContents,
  downloads: string,
  decide: DecideDownload,
): void => {
  const known = decisions.get(contents.session);
  if (known) {
    known.set(contents, decide);
    return;
  }
  const deciders = new WeakMap([[contents, decide]]);
  decisions.set(contents.session, deciders);
  contents.session.on('will-download', (event, item, from) => {
    const name = deciders.get(from)?.(item.getURLChain(), item.getFilename()) ?? null;
    // The dialog confirms replacing a file. Downloads are never opened.
    if (name === null) event.preventDefault();
    else item.setSaveDialogOptions({ defaultPath: join(downloads, name) });
  });
};
