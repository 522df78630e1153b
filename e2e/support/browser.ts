import { chromium, type Browser } from 'playwright';

/** Debian's Chromium, or the one that `CHROMIUM_PATH` names; it calls nobody by itself. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
