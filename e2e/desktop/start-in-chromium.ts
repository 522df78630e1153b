import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Browser } from 'playwright';

import { startDesktop } from '../../main/app/desktop.ts';
import type { Connection } from '../../main/connection/connection.ts';
import { openState } from '../../main/desktop-state.ts';
import { root } from '../support/server.ts';
import { createChromiumDesktop } from './chromium-ports.ts';

/** The real shell and server with the built page and preload script; only Electron is simulated. */
export const startInChromium = async (browser: Browser, userData: string, port: number) => {
  const { desktop, started } = beginInChromium(browser, userData, port, { kind: 'own' });
  await started;
  const page = await desktop.page;
  page.setDefaultTimeout(15_000);
  return { desktop, page };
};

/** Starts without waiting; with null as connection the shell first asks for one. */
export const beginInChromium = (
  browser: Browser,
  userData: string,
  port: number,
  connection: Connection | null,
) => {
  mkdirSync(path.join(userData, 'data'), { recursive: true });
  const config = `log: { level: warn }\nserver: { port: ${port} }\n`;
  writeFileSync(path.join(userData, 'data', 'config.yaml'), config);
  const file = path.join(userData, 'desktop.json');
  if (connection) openState(file).update({ connection });
  const desktop = createChromiumDesktop(browser, userData);
  const started = startDesktop(desktop.ports, {
    preload: path.join(root, 'dist/main/preload.cjs'),
    webRoot: path.join(root, 'dist/renderer'),
    chooser: path.join(root, 'dist/main/chooser'),
  });
  return { desktop, started };
};
