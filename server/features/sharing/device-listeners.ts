import type { SharedAddress, SharingProblem } from '../../../shared/api/sharing.ts';
import type { Config } from '../../config/config.ts';
import { listenProblem } from '../../http/net/listen-problem.ts';
import { ListenError, urlOf, type Certificate, type HttpApp } from '../../http/net/listen.ts';
import type { CertificateChoice } from './certificate-choice.ts';
import { createListeners, type Listeners } from './listeners.ts';
import type { NetworkAddress } from './networks.ts';
import { noAddress } from './problems.ts';
import type { RequestedSharing, RequestedSharingSource } from './requested-sharing.ts';

/** The listeners for other devices with their certificate. */
export const createDeviceListeners = ({
  config,
  certificates,
  requested: { byConfiguration, hostNames, chosen },
  host,
  isProxy,
}: {
  config: Pick<Config, 'server'>;
  certificates: CertificateChoice;
  requested: RequestedSharingSource;
  /** The name of this machine in the network. */
  host: string;
  isProxy: (address: string | undefined) => boolean;
}) => {
  let listeners: Listeners | null = null;
  let mainPort = config.server.port;
  let certificate: Certificate | null = null;

  const portOf = ({ port }: RequestedSharing) => (byConfiguration || port === 0 ? mainPort : port);

  /** Throws ListenError if none is available. */
  const certificateFor = async (
    wanted: RequestedSharing,
    own: readonly NetworkAddress[],
  ): Promise<Certificate | null> => {
    if (byConfiguration) return certificates.ofConfiguration();
    if (own.length === 0) return null;
    return certificates.choose(wanted, [...hostNames(), ...own.map(({ address }) => address)]);
  };

  return {
    portOf,
    certificate: () => certificate,
    isStarted: () => listeners !== null,
    isOpen: (address: string, port: number): boolean =>
      listeners?.open().get(address)?.port === port,

    start(app: HttpApp, port: number, onDevice: (address: string | undefined) => void): void {
      mainPort = port;
      listeners = createListeners(app, {
        onConnection: ({ remoteAddress }) => onDevice(remoteAddress),
        isTrustedProxy: isProxy,
      });
    },

    /** The addresses at which it is shared; none before `start`. */
    shared(wanted: RequestedSharing): Omit<SharedAddress, 'reachable'>[] {
      if (!listeners || !wanted.enabled) return [];
      const open = listeners.open();
      return chosen(wanted)
        .filter(({ address }) => byConfiguration || open.has(address))
        .map(({ address, interface: name, kind }) => {
          const url = urlOf(address, portOf(wanted), certificate !== null);
          return { url, address, interface: name, kind };
        });
    },

    /** Listens exactly at these addresses. Resolves with what prevents sharing as requested. */
    async open(
      wanted: RequestedSharing,
      own: readonly NetworkAddress[],
    ): Promise<SharingProblem | null> {
      const port = portOf(wanted);
      try {
        certificate = await certificateFor(wanted, own);
      } catch (error) {
        if (!(error instanceof ListenError)) throw error;
        // A drive that hangs now does not change the certificate in use.
        if (certificate === null || error.code !== 'ETIMEDOUT') {
          certificate = null;
          await listeners?.apply([]);
          return { code: 'certificate', message: error.message, free_port: null };
        }
      }
      if (wanted.enabled && own.length === 0) {
        await listeners?.apply([]);
        return noAddress(wanted.interfaces);
      }
      if (byConfiguration) return null;
      const targets = own.map(({ address }) => ({ host: address, port, certificate }));
      const failure = (await listeners?.apply(targets))?.[0];
      return failure ? listenProblem(failure, own[0]?.address ?? host, port) : null;
    },

    async close(): Promise<void> {
      await listeners?.apply([]);
    },
  };
};
