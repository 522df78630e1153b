import type { SharingProblem } from '../../../shared/api/sharing.ts';
import { findFreePort } from './free-port.ts';
import type { ListenError } from './listen.ts';

/** Why an address cannot be listened on, with a free port if the port is the reason. */
export const listenProblem = async (
  failure: ListenError,
  address: string,
  port: number,
): Promise<SharingProblem> => {
  switch (failure.code) {
    case 'EADDRINUSE': {
      const free = await findFreePort(port + 1, address);
      return {
        code: 'port-taken',
        message: `Another program uses port ${port}. Choose another one${free === 0 ? '' : `, for example ${free}`}.`,
        free_port: free === 0 ? null : free,
      };
    }
    case 'EACCES':
      return {
        code: 'port-denied',
        message: `This user does not have permission to use port ${port}. Choose one above 1023.`,
        free_port: null,
      };
    default:
      return { code: 'network', message: failure.message, free_port: null };
  }
};
