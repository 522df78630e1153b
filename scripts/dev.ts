/**
 * `npm run dev`: the server from its sources, started again on every change, and Vite, which
 * updates the page in place and hands `/api` on to the server. Ending one ends both. Arguments go
 * to the server; with another port, name it to Vite as `OCTAVO_DEV_API` too.
 */
import { startChild } from './child.ts';
import { toolPath } from './run.ts';

const children = [
  startChild(process.execPath, ['--watch', 'server/main.ts', 'serve', ...process.argv.slice(2)]),
  startChild(process.execPath, [toolPath('vite'), 'renderer']),
];
process.exitCode = await Promise.race(children.map(({ exit }) => exit));
for (const child of children) child.stop();
await Promise.all(children.map(({ exit }) => exit));
