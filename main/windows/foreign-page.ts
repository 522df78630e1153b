import { isAccepted } from '../connection/server-key.ts';
import type { ConnectionTexts } from '../connection/connection-texts.ts';
import type { DialogsPort, PagePort, ShellPort } from '../ports.ts';
import { guardPage, canRequest } from './security.ts';

interface ForeignPage {
  /** Origin and base path of the server. */
  site: string;
  name: string;
  /** The accepted public key, or null. */
  trustedKey: () => string | null;
  read: (bookId: string) => void;
  dialogs: Pick<DialogsPort, 'ask'>;
  shell: Pick<ShellPort, 'openExternal'>;
  text: ConnectionTexts;
}

/**
 * The rules for a page of another server, which is not trusted like our own: besides those of every
 * page, its session connects to that server only and accepts its certificate only with the pinned
 * key, and a link opens in the browser only after the person agreed.
 */
export const createForeignGuard = (options: ForeignPage): ((page: PagePort) => void) => {
  const { site, name, text } = options;
  let isAsking = false;
  const openOutside = (url: string) => {
    // One question at a time, so that a page cannot cover the screen with them.
    if (isAsking) return;
    isAsking = true;
    const choices = [text.openInBrowser, text.cancel];
    void options.dialogs
      .ask({ message: text.openLink, detail: text.openLinkText(name, url), choices })
      .then(async (choice) => {
        // The system itself reports a missing browser.
        if (choice === 0) await options.shell.openExternal(url).catch(() => undefined);
      })
      .finally(() => {
        isAsking = false;
      });
  };
  return (page) => {
    guardPage(page, () => site, { openOutside, read: options.read });
    page.onRequest((url) => canRequest(url, site));
    page.onCertificate((certificate, host) =>
      isAccepted(certificate, host === new URL(site).hostname ? options.trustedKey() : null),
    );
  };
};
