import { contextBridge, ipcRenderer, webUtils } from 'electron';

import { channels, type OctavoBridge } from './bridge.ts';

const bridge: OctavoBridge = {
  platform: process.platform,
  takeTicket: () => ipcRenderer.invoke(channels.takeTicket) as Promise<string | null>,
  pickFolder: () => ipcRenderer.invoke(channels.pickFolder) as Promise<string | null>,
  pathOfFile: (file) => webUtils.getPathForFile(file) || null,
};

contextBridge.exposeInMainWorld('octavo', bridge);
