import { destination, pino, type Logger } from 'pino';

import type { Config } from '../config/config.ts';

/** Structured log, one JSON object per line on standard error; never contains credentials. */
export const createLog = ({ level }: Config['log']): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.authorization', '*.cookie', '*.password', '*.access_token', '*.ticket'],
    },
    destination({ fd: 2, sync: false }),
  );
