import type { Logger } from 'pino';

import {
  tlsModes,
  type SharedAddress,
  type Sharing,
  type SharingProblem,
} from '../../../shared/api/sharing.ts';
import { AppError } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { Config } from '../../config/config.ts';
import type { SecretStore } from '../../host-environment.ts';
import { ListenError, readCertificate, urlOf, type Certificate } from '../../http/net/listen.ts';
import { listenProblem } from '../../http/net/listen-problem.ts';
import { localName, type OwnAddresses } from '../../http/net/own-addresses.ts';
import type { SettingsService } from '../settings/service.ts';
import { qrCode } from '../../text/qr-code.ts';
import { createAnnouncer } from './mdns-advertiser.ts';
import { describeSharing } from './describe-sharing.ts';
import { createCertificateChoice } from './certificate-choice.ts';
import { createCertificates } from './certificates.ts';
import { firewallAdvice } from './firewall.ts';
import { createListeners, type Listeners } from './listeners.ts';
import {
  boundAddresses,
  byInterface,
  chosenAddresses,
  namesIn,
  networkAddresses,
  type NetworkAddress,
} from './networks.ts';
import { noAddress } from './problems.ts';
import { createReachability } from './reachability.ts';
import { requireFreePort } from './require-free-port.ts';
import type { SharingService } from './types.ts';

const pollMs = 5000;
const keys = ['enabled', 'interfaces', 'port', 'tls', 'tls_cert', 'tls_key', 'names'] as const;

export interface SharingOptions {
  config: Pick<Config, 'server' | 'tls'>;
  settings: SettingsService;
  addresses: OwnAddresses;
  secrets: SecretStore;
  bus: EventBus;
  clock: () => Date;
  log: Pick<Logger, 'info' | 'error'>;
}

/** Starts and stops sharing the server with other devices at run time. */
export const createSharingService = ({
  config,
  settings,
  addresses,
  secrets,
  bus,
  clock,
  log,
}: SharingOptions): SharingService => {
  const certificates = createCertificateChoice({
    configured: config.tls,
    generated: createCertificates({ secrets, clock }),
  });
  const host = localName();
  const byConfiguration = !isLoopbackHost(config.server.host);
  const selfCheck = createReachability();
  const announcer = createAnnouncer(() => tellChange());
  const watchers = new Set<() => void>();
  let doors: Listeners | null = null;
  let mainPort = config.server.port;
  let certificate: Certificate | null = null;
  let problem: SharingProblem | null = null;
  let advice: { port: number; text: string | null } | null = null;
  let lastDeviceAt: string | null = null;
  let told = '';
  let poll: NodeJS.Timeout | undefined;
  let stopped = false;
  const wish = () => ({
    enabled: byConfiguration || settings.get('sharing.enabled'),
    interfaces: settings.get('sharing.interfaces'),
    port: settings.get('sharing.port'),
    tls: tlsModes.find((mode) => mode === settings.get('sharing.tls')) ?? 'off',
    tls_cert: settings.get('sharing.tls_cert'),
    tls_key: settings.get('sharing.tls_key'),
    names: settings.get('sharing.names'),
  });
  type Wish = ReturnType<typeof wish>;

  const portOf = ({ port }: Wish) => (byConfiguration || port === 0 ? mainPort : port);
  const hostNames = () => [host, ...namesIn(settings.get('sharing.names'))];
  const chosen = ({ interfaces }: Wish): NetworkAddress[] => {
    const all = networkAddresses(addresses.list());
    return byConfiguration
      ? boundAddresses(all, config.server.host)
      : chosenAddresses(all, interfaces);
  };

  /** Throws ListenError if none is available. */
  const certificateFor = (wanted: Wish, own: readonly NetworkAddress[]): Certificate | null => {
    if (byConfiguration) return readCertificate(config.tls);
    if (own.length === 0) return null;
    return certificates.choose(wanted, [...hostNames(), ...own.map(({ address }) => address)]);
  };

  /** Current addresses of the server for other devices. */
  const shared = (wanted: Wish): SharedAddress[] =>
    (doors && wanted.enabled && !stopped ? chosen(wanted) : [])
      .filter(({ address }) => byConfiguration || doors?.open().has(address))
      .map(({ address, interface: name, kind }) => {
        const url = urlOf(address, portOf(wanted), certificate !== null);
        return { url, address, interface: name, kind, reachable: selfCheck.answers(url) };
      });

  const state = (): Sharing => {
    const wanted = wish();
    return describeSharing({
      wanted,
      byConfiguration,
      available: byInterface(networkAddresses(addresses.list())),
      port: portOf(wanted),
      shared: shared(wanted),
      lastDeviceAt,
      certificate,
      certificateFiles: certificates.filesOf(wanted),
      host,
      announcer,
      problem,
      advice: advice?.text ?? null,
      now: clock(),
    });
  };

  const tellChange = () => {
    const now = state();
    // Ignores the time of the last device, which changes with each request.
    const key = JSON.stringify({ ...now, last_device_at: now.last_device_at !== null });
    if (key === told || stopped) return;
    told = key;
    bus.emit('sharing_updated', { enabled: now.enabled });
    watchers.forEach((watcher) => watcher());
  };

  /** Resolves with what prevents sharing as configured. */
  const openDoors = async (
    wanted: Wish,
    own: readonly NetworkAddress[],
  ): Promise<SharingProblem | null> => {
    const port = portOf(wanted);
    try {
      certificate = certificateFor(wanted, own);
    } catch (error) {
      if (!(error instanceof ListenError)) throw error;
      certificate = null;
      await doors?.apply([]);
      return { code: 'certificate', message: error.message, free_port: null };
    }
    if (wanted.enabled && own.length === 0) {
      await doors?.apply([]);
      return noAddress(wanted.interfaces);
    }
    if (byConfiguration) return null;
    const targets = own.map(({ address }) => ({ host: address, port, certificate }));
    const failure = (await doors?.apply(targets))?.[0];
    return failure ? listenProblem(failure, own[0]?.address ?? host, port) : null;
  };

  /** Opens and closes listeners to match the settings. */
  const reconcile = async () => {
    if (!doors || stopped) return;
    const wanted = wish();
    const own = wanted.enabled ? chosen(wanted) : [];
    problem = await openDoors(wanted, own);
    const at = byConfiguration ? [] : shared(wanted);
    announcer.become(
      at.length === 0
        ? null
        : {
            name: `${settings.get('server.name')} on ${host.replace('.local', '')}`,
            host,
            port: portOf(wanted),
            secure: certificate !== null,
            links: byInterface(at).map((entry) => entry.addresses),
          },
    );
    if (own.length > 0) void adviseOn(portOf(wanted));
    tellChange();
  };

  const adviseOn = async (port: number) => {
    if (advice?.port === port) return;
    advice = { port, text: null };
    const text = await firewallAdvice(port);
    advice = { port, text };
    tellChange();
  };

  let running = Promise.resolve();
  let queued: Promise<void> | null = null;
  /** Serialised; requests made meanwhile are merged into one run. */
  const refresh = (): Promise<void> =>
    (queued ??= running =
      running.then(async () => {
        queued = null;
        try {
          await reconcile();
        } catch (error) {
          log.error({ err: error }, 'sharing failed');
        }
      }));
  const apply = async () => {
    await refresh();
    if (await selfCheck.ask(shared(wish()).map(({ url }) => url))) tellChange();
  };
  const ends = keys.map((key) => settings.onChange(`sharing.${key}`, () => void apply()));

  const noteDevice = (address: string | undefined) => {
    if (address === undefined || addresses.has(address)) return;
    lastDeviceAt = clock().toISOString();
    tellChange();
  };

  return {
    state,
    hostNames,
    async update(change, note) {
      if (byConfiguration) {
        throw new AppError(
          'Conflict',
          `This server is shared by its configuration, server.host is ${config.server.host}; set it to 127.0.0.1 to choose here`,
        );
      }
      const before = wish();
      const wanted: Wish = {
        enabled: change.enabled,
        interfaces: change.interfaces ?? before.interfaces,
        port: change.port ?? before.port,
        tls: change.tls ?? before.tls,
        tls_cert: change.tls_cert ?? before.tls_cert,
        tls_key: change.tls_key ?? before.tls_key,
        names: change.names ?? before.names,
      };
      // Sharing can always be turned off, even if the files are gone.
      if (wanted.enabled) certificates.check(wanted);
      if (wanted.enabled) {
        const isOpen = (address: string) => doors?.open().get(address)?.port === portOf(wanted);
        const closed = chosen(wanted).filter(({ address }) => !isOpen(address));
        await requireFreePort(closed, portOf(wanted));
      }
      const updates = keys.map((key) => ({
        key: `sharing.${key}`,
        value: wanted[key],
        path: `body.${key}`,
      }));
      settings.update(updates, note);
      await apply();
      log.info({ enabled: wanted.enabled, by: note.by }, 'sharing changed');
      return state();
    },
    async test() {
      const at = shared(wish());
      const reasons = await selfCheck.askAll(at.map(({ url }) => url));
      tellChange();
      return {
        addresses: await Promise.all(
          at.map(async (address, index) => {
            const reason = reasons[index] ?? null;
            return {
              ...address,
              reachable: reason === null,
              reason,
              qr: await qrCode(address.url),
            };
          }),
        ),
        tested_at: clock().toISOString(),
      };
    },
    async start(app, port) {
      mainPort = port;
      doors = createListeners(app, ({ remoteAddress }) => noteDevice(remoteAddress));
      await refresh();
      void apply();
      poll = setInterval(() => {
        if (wish().enabled) void apply();
      }, pollMs).unref();
    },
    onChange(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    async stop() {
      stopped = true;
      clearInterval(poll);
      ends.forEach((end) => end());
      await Promise.all([announcer.stop(), running.then(() => doors?.apply([]))]);
    },
  };
};

const isLoopbackHost = (host: string) => /^(localhost|::1|127\..*)$/.test(host);
