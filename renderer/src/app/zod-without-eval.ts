import { z } from 'zod';

// Zod probes `new Function` for each object schema unless `jitless` is set; the page's CSP blocks
// that and the browser reports it. Import this first, because a schema reads the setting when it is
// created.
z.config({ jitless: true });
