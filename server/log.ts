import { destination, pino, type Logger } from 'pino';

import type { Config } from './config/config.ts';

/** Events with fields, one JSON object a line on standard error; credentials never reach it. */
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
