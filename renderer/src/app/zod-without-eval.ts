import { z } from 'zod';

// Zod tries `new Function` for each object schema unless told not to, which the page's policy refuses and
// every browser reports. Imported first, because a schema takes the setting when it is built.
z.config({ jitless: true });
