import { contextBridge, ipcRenderer, webUtils } from 'electron';

import { channels } from './channels.ts';
import type { OctavoBridge } from './ipc-handlers.ts';

const pathOfFile = (file: File): string | null => webUtils.getPathForFile(file) || null;

const bridge: OctavoBridge = {
  platform: process.platform,
  takeTicket: () => ipcRenderer.invoke(channels.takeTicket) as Promise<string | null>,
  pickFolder: () => ipcRenderer.invoke(channels.pickFolder) as Promise<string | null>,
  pathOfFile,
  // Only files dropped by the user have a path: a page cannot construct them.
  openDropped: (files) =>
    ipcRenderer.invoke(
      channels.openDropped,
      Array.from(files, pathOfFile).filter((path) => path !== null),
    ) as Promise<string[]>,
  setAppearance: (appearance) =>
    ipcRenderer.invoke(channels.setAppearance, appearance) as Promise<void>,
  chooseServer: () => ipcRenderer.invoke(channels.chooseServer) as Promise<void>,
  reveal: (kind, id) => ipcRenderer.invoke(channels.reveal, { kind, id }) as Promise<boolean>,
};

contextBridge.exposeInMainWorld('octavo', bridge);
