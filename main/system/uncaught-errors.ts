interface ErrorSource {
  on(event: 'uncaughtException', listener: (error: unknown) => void): unknown;
}

/**
 * Logs errors that nothing caught, and goes on. Electron would go on as well, but first show a dialog that
 * blocks the process, and with it the server, until somebody comes to this computer.
 */
export const logUncaughtErrors = (source: ErrorSource, logFile: string): void => {
  source.on('uncaughtException', (error) => {
    // Loaded on demand, because the start needs no log.
    void import('../../server/lib/log.ts').then(({ createLog }) =>
      createLog({ level: 'error' }, logFile).fatal({ err: error }, 'error that nothing caught'),
    );
  });
};
