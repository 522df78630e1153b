import type { TrayState } from '../ports.ts';

/**
 * File name of a tray icon in `build/tray`. macOS tints template images; Windows and Linux use
 * coloured ones.
 */
export const trayImageName = (state: TrayState, platform: NodeJS.Platform): string =>
  `tray-${state}${platform === 'darwin' ? 'Template' : ''}.png`;
