import '../server/config/thread-pool.ts';

import { app } from 'electron';
import { join } from 'node:path';

import { keepCompiledCode } from '../server/config/compiled-code.ts';

// An AppImage lies in another place each time, by which nothing would be found again.
if (process.env['APPIMAGE'] === undefined) {
  keepCompiledCode(join(app.getPath('userData'), 'data'));
}
// Awaited, because Electron tells what it was opened with as soon as this module has been evaluated.
await import('./index.ts');
