import { AppError } from '../../../shared/errors.ts';
import { listenProblem } from '../../http/net/listen-problem.ts';
import { ListenError, listenOn } from '../../http/net/listen.ts';
import type { NetworkAddress } from './networks.ts';

/** Throws Conflict, with a free port, where the port cannot be used at one of the addresses. */
export const requireFreePort = async (
  addresses: readonly NetworkAddress[],
  port: number,
): Promise<void> => {
  for (const { address } of addresses) {
    try {
      const trial = await listenOn(() => undefined, { host: address, port, certificate: null });
      await trial.close(0);
    } catch (error) {
      if (!(error instanceof ListenError)) throw error;
      const { message, free_port } = await listenProblem(error, address, port);
      throw new AppError('Conflict', message, { details: { free_port }, cause: error });
    }
  }
};
