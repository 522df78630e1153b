import { pino, type Logger } from 'pino';

import type { Config } from '../config/config.ts';
import { createErrorOutput, createLogFile } from './log-target.ts';

/**
 * Structured log, one JSON object per line on standard error, and in a file if one is given; never
 * contains credentials.
 */
export const createLog = ({ level }: Config['log'], file?: string): Logger => {
  const targets = [createErrorOutput(), ...(file === undefined ? [] : [createLogFile(file)])];
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.authorization', '*.cookie', '*.password', '*.access_token', '*.ticket'],
    },
    { write: (line) => targets.forEach((target) => target.write(line)) },
  );
};
