import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { AppPort, LoginPort } from '../ports.ts';

/** The argument that starts without a window. */
export const hiddenArgument = '--hidden';

export interface LoginItem {
  isOn(): boolean;
  turn(on: boolean): void;
}

/** Whether the application was started automatically and must not show a window. */
export const startsHidden = (app: AppPort, login: LoginPort): boolean =>
  app.arguments.includes(hiddenArgument) || login.wasOpenedAtLogin();

/**
 * Autostart: starts the application hidden at login. Electron manages login items of Windows and macOS; Linux
 * desktops read a file in `autostart`. Null in development, where bare Electron would be started.
 */
export const createLoginItem = (app: AppPort, login: LoginPort): LoginItem | null => {
  if (!app.isPackaged) return null;
  return app.platform === 'linux' ? autostartFile(app) : login;
};

const autostartFile = ({ name, executable, configHome }: AppPort): LoginItem => {
  const file = join(configHome, 'autostart', `${name.toLowerCase()}.desktop`);
  return {
    isOn: () => existsSync(file),
    turn: (on) => {
      if (!on) {
        rmSync(file, { force: true });
        return;
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, autostartEntry(name, executable));
    },
  };
};

const autostartEntry = (name: string, executable: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    `Name=${name}`,
    `Exec=${quoted(executable)} ${hiddenArgument}`,
    'Terminal=false',
    '',
  ].join('\n');

/**
 * Quotes a path as one word of `Exec`: for the shell, then escaping backslashes again for the file,
 * and doubling `%`, which starts a field code.
 */
const quoted = (path: string): string => {
  const word = path.replace(/["`$\\]/g, '\\$&');
  return `"${word.replaceAll('\\', '\\\\').replaceAll('%', '%%')}"`;
};
