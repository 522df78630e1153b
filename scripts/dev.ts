/**
 * `npm run dev`: the server from its sources, restarted on every change, and Vite with hot reload,
 * which proxies `/api` to the server. When one stops, both do. Arguments go to the server; with
 * another port, set `OCTAVO_DEV_API` for Vite, too.
 */
import { startChild } from './child.ts';
import { toolPath } from './run.ts';

const children = [
  startChild(process.execPath, [
    '--watch',
    'server/cli/main.ts',
    'serve',
    ...process.argv.slice(2),
  ]),
  startChild(process.execPath, [toolPath('vite'), 'renderer']),
];
process.exitCode = await Promise.race(children.map(({ exit }) => exit));
for (const child of children) child.stop();
await Promise.all(children.map(({ exit }) => exit));
