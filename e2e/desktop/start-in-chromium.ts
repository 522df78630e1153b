import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Browser } from 'playwright';

import { startDesktop } from '../../main/app/desktop.ts';
import { root } from '../support/server.ts';
import { createChromiumDesktop } from './chromium-ports.ts';

/** The real shell and server with the built page and preload script; only Electron is simulated. */
export const startInChromium = async (browser: Browser, userData: string, port: number) => {
  mkdirSync(path.join(userData, 'data'), { recursive: true });
  const config = `log: { level: warn }\nserver: { port: ${port} }\n`;
  writeFileSync(path.join(userData, 'data', 'config.yaml'), config);
  const desktop = createChromiumDesktop(browser, userData);
  await startDesktop(desktop.ports, {
    preload: path.join(root, 'dist/main/preload.cjs'),
    webRoot: path.join(root, 'dist/renderer'),
  });
  const page = await desktop.page;
  page.setDefaultTimeout(15_000);
  return { desktop, page };
};
