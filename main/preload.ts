import { contextBridge, ipcRenderer } from 'electron';

import { channels, type OctavoBridge } from './bridge.ts';

const bridge: OctavoBridge = {
  platform: process.platform,
  takeTicket: () => ipcRenderer.invoke(channels.takeTicket) as Promise<string | null>,
  pickFolder: () => ipcRenderer.invoke(channels.pickFolder) as Promise<string | null>,
};

contextBridge.exposeInMainWorld('octavo', bridge);
