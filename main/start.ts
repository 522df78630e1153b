import '../server/config/thread-pool.ts';

import { app } from 'electron';
import { join } from 'node:path';

import { enableCompileCacheIn } from '../server/config/compile-cache.ts';

// An AppImage is mounted at a different path each time, so nothing could be cached by path.
if (process.env['APPIMAGE'] === undefined) {
  enableCompileCacheIn(join(app.getPath('userData'), 'data'));
}
// Awaited, because Electron emits its launch events as soon as this module has been evaluated.
await import('./index.ts');
