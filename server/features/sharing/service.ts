import type { RequestListener } from 'node:http';

import type { Logger } from 'pino';

import {
  tlsModes,
  type Sharing,
  type SharingProblem,
  type updateSharing,
} from '../../../shared/api/sharing.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, badField } from '../../../shared/errors.ts';
import type { Bus } from '../../bus.ts';
import type { Config } from '../../config/config.ts';
import type { SecretStore } from '../../host.ts';
import { findFreePort } from '../../http/free-port.ts';
import { ListenError, listenOn, readCertificate, urlOf } from '../../http/listen.ts';
import { localName, type OwnAddresses } from '../../http/own-addresses.ts';
import type { ChangeNote, SettingsService } from '../settings/service.ts';
import { announce, type Announcement } from './announce.ts';
import { describeCertificate } from './certificate.ts';
import { createCertificates } from './certificates.ts';
import { firewallAdvice } from './firewall.ts';
import { answersAt, createListeners, type Listeners } from './listeners.ts';
import { chosenAddresses, namesIn, networkAddresses, type NetworkAddress } from './networks.ts';

const pollMs = 5000;
const keys = ['enabled', 'interfaces', 'port', 'tls', 'names'] as const;

export interface SharingService {
  state(): Sharing;
  /**
   * Throws Conflict, with a free port, where the port cannot be used, and where the configuration shares
   * already; BadRequest for what is no value.
   */
  update(change: EndpointParsed<typeof updateSharing>['body'], note: ChangeNote): Promise<Sharing>;
  /** Names beside those of the configuration that requests may name at this moment. */
  hostNames(): readonly string[];
  /** Opens to the network what the settings say; `port` is where the server listens on this machine. */
  start(app: RequestListener, port: number): Promise<void>;
  /** Called after each change of the state. */
  onChange(listener: () => void): () => void;
  /** Says goodbye and ends every connection of other devices. */
  stop(): Promise<void>;
}

export interface SharingOptions {
  config: Pick<Config, 'server' | 'tls'>;
  settings: SettingsService;
  addresses: OwnAddresses;
  secrets: SecretStore;
  bus: Bus;
  clock: () => Date;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Opens the server to the other devices of the house and closes it again, while it runs. */
export const createSharingService = ({
  config,
  settings,
  addresses,
  secrets,
  bus,
  clock,
  log,
}: SharingOptions): SharingService => {
  const generated = createCertificates({ secrets, clock });
  const host = localName();
  const byConfiguration = !isLoopbackHost(config.server.host);
  const listeners = new Set<() => void>();
  /** URL → whether the server answers there. */
  const answers = new Map<string, boolean>();
  let doors: Listeners | null = null;
  let mainPort = config.server.port;
  let problem: SharingProblem | null = null;
  let announced: { key: string; end: () => Promise<void> } | null = null;
  let announceProblem: string | null = null;
  let advice: { port: number; text: string | null } | null = null;
  let lastDeviceAt: string | null = null;
  let shown = '';
  let poll: NodeJS.Timeout | undefined;
  let stopped = false;

  const wish = () => ({
    enabled: byConfiguration || settings.get('sharing.enabled'),
    interfaces: settings.get('sharing.interfaces'),
    port: settings.get('sharing.port'),
    tls: tlsModes.find((mode) => mode === settings.get('sharing.tls')) ?? 'off',
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
  const certificateFor = ({ tls }: Wish, own: readonly NetworkAddress[]) => {
    if (byConfiguration || tls === 'own') {
      const certificate = readCertificate(config.tls);
      if (certificate === null && !byConfiguration) throw new ListenError(noCertificate, 'ENOENT');
      return certificate;
    }
    return tls === 'generated'
      ? generated([...hostNames(), ...own.map(({ address }) => address)])
      : null;
  };

  const shared = (wanted: Wish, secure: boolean) =>
    chosen(wanted)
      .filter(({ address }) => byConfiguration || doors?.open().has(address))
      .map((own) => {
        const url = urlOf(own.address, portOf(wanted), secure);
        const { address, interface: name, kind } = own;
        return { url, address, interface: name, kind, reachable: answers.get(url) ?? null };
      });

  /** The certificate in use; what cannot be read is told by `problem`. */
  const certificateShown = (wanted: Wish) => {
    if (!wanted.enabled) return null;
    try {
      const certificate = certificateFor(wanted, chosen(wanted));
      return certificate && describeCertificate(certificate.cert);
    } catch {
      return null;
    }
  };

  const state = (): Sharing => {
    const wanted = wish();
    const certificate = certificateShown(wanted);
    const at = wanted.enabled && !stopped ? shared(wanted, certificate !== null) : [];
    const reachable = at.some((entry) => entry.reachable)
      ? true
      : at.some((entry) => entry.reachable === null) || at.length === 0
        ? null
        : false;
    return {
      enabled: wanted.enabled,
      by_configuration: byConfiguration,
      interfaces: wanted.interfaces,
      available: interfacesOf(networkAddresses(addresses.list())),
      port: portOf(wanted),
      names: wanted.names,
      addresses: at,
      reachable,
      last_device_at: lastDeviceAt,
      tls: {
        mode: byConfiguration ? (certificate ? 'own' : 'off') : wanted.tls,
        fingerprint: certificate?.fingerprint ?? null,
        expires_at: certificate?.expires_at ?? null,
      },
      mdns: {
        host,
        url: announced ? urlOf(host, portOf(wanted), certificate !== null) : null,
        problem: announceProblem,
      },
      problem: problem ?? (reachable === false ? silent(at[0]?.url ?? '') : null),
      advice: at.length > 0 && lastDeviceAt === null ? (advice?.text ?? null) : null,
    };
  };

  const tellChange = () => {
    const now = state();
    const key = JSON.stringify({ ...now, last_device_at: now.last_device_at !== null });
    if (key === shown || stopped) return;
    shown = key;
    bus.emit('sharing_updated', { enabled: now.enabled });
    listeners.forEach((listener) => listener());
  };

  const announceAs = (next: Omit<Announcement, 'onProblem'> | null) => {
    const key = JSON.stringify(next);
    if (announced?.key === key) return;
    const before = announced;
    announced = null;
    announceProblem = null;
    if (before) void before.end();
    if (next === null) return;
    const onProblem = (message: string) => {
      announceProblem = `The name cannot be announced on the network: ${message}`;
      tellChange();
    };
    announced = { key, end: announce({ ...next, onProblem }) };
  };

  const describe = async (failure: ListenError, port: number): Promise<SharingProblem> => {
    switch (failure.code) {
      case 'EADDRINUSE': {
        const [first] = chosen(wish());
        const free = await findFreePort(port + 1, first?.address ?? '127.0.0.1');
        return {
          code: 'port-taken',
          message: `Another program uses port ${port}. Choose another one${free === 0 ? '' : `, for example ${free}`}.`,
          free_port: free === 0 ? null : free,
        };
      }
      case 'EACCES':
        return {
          code: 'port-denied',
          message: `This user may not use port ${port}. Choose one above 1023.`,
          free_port: mainPort,
        };
      default:
        return { code: 'network', message: failure.message, free_port: null };
    }
  };

  /** Makes what is open fit what is wanted. */
  const open = async () => {
    if (!doors || stopped) return;
    const wanted = wish();
    const targets = wanted.enabled ? chosen(wanted) : [];
    const port = portOf(wanted);
    problem = wanted.enabled && targets.length === 0 ? noAddress(wanted.interfaces) : null;
    let secure = false;
    if (!byConfiguration) {
      try {
        const certificate = targets.length > 0 ? certificateFor(wanted, targets) : null;
        secure = certificate !== null;
        const failures = await doors.apply(
          targets.map(({ address }) => ({ host: address, port, certificate })),
        );
        if (failures[0]) problem = await describe(failures[0], port);
      } catch (error) {
        if (!(error instanceof ListenError)) throw error;
        await doors.apply([]);
        problem = { code: 'certificate', message: error.message, free_port: null };
      }
    }
    const reached = byConfiguration ? [] : shared(wanted, secure);
    announceAs(
      reached.length === 0
        ? null
        : {
            name: `${settings.get('server.name')} on ${host.replace('.local', '')}`,
            host,
            port,
            secure,
            links: interfacesOf(reached).map((entry) => entry.addresses),
          },
    );
    void adviseOn(port, targets.length > 0);
    tellChange();
  };

  const adviseOn = async (port: number, isShared: boolean) => {
    if (!isShared || advice?.port === port) return;
    advice = { port, text: null };
    advice = { port, text: await firewallAdvice(port) };
    tellChange();
  };

  /** Asks itself at each address that it has not asked at yet. */
  const check = async () => {
    const urls = state().addresses.map(({ url }) => url);
    for (const url of answers.keys()) if (!urls.includes(url)) answers.delete(url);
    const unasked = urls.filter((url) => !answers.has(url));
    await Promise.all(unasked.map(async (url) => answers.set(url, await answersAt(url))));
    if (unasked.length > 0) tellChange();
  };

  let running = Promise.resolve();
  let queued: Promise<void> | null = null;
  /** One after the other; what is asked for meanwhile is done once. */
  const refresh = (): Promise<void> =>
    (queued ??= running =
      running.then(async () => {
        queued = null;
        try {
          await open();
        } catch (error) {
          log.error({ err: error }, 'sharing failed');
        }
      }));

  const noteDevice = (address: string | undefined) => {
    if (address === undefined || addresses.has(address)) return;
    lastDeviceAt = clock().toISOString();
    tellChange();
  };

  /** Throws Conflict where the port is not ours to take, before anything is changed. */
  const tryPort = async (wanted: Wish) => {
    const port = portOf(wanted);
    for (const { address } of chosen(wanted)) {
      if (doors?.open().get(address)?.port === port) continue;
      try {
        const trial = await listenOn(() => undefined, { host: address, port, certificate: null });
        await trial.close(0);
      } catch (error) {
        if (!(error instanceof ListenError)) throw error;
        const { message, free_port } = await describe(error, port);
        throw new AppError('Conflict', message, { details: { free_port }, cause: error });
      }
    }
  };

  const endOf = keys.map((key) => settings.onChange(`sharing.${key}`, () => void apply()));
  const apply = async () => {
    await refresh();
    await check();
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
      const wanted = { ...wish(), ...withoutUndefined(change) };
      if (wanted.tls === 'own' && config.tls.cert === null)
        throw badField('body.tls', noCertificate);
      if (wanted.enabled) await tryPort(wanted);
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
    async start(app, port) {
      mainPort = port;
      doors = createListeners(app, ({ remoteAddress }) => noteDevice(remoteAddress));
      await refresh();
      void check();
      poll = setInterval(() => {
        if (wish().enabled) void apply();
      }, pollMs).unref();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      stopped = true;
      clearInterval(poll);
      endOf.forEach((end) => end());
      const goodbye = announced?.end();
      await Promise.all([goodbye, running.then(() => doors?.apply([]))]);
    },
  };
};

const noCertificate =
  'There is no certificate of your own: name its files as tls.cert and tls.key in config.yaml and start again';

const noAddress = (interfaces: string): SharingProblem => ({
  code: 'no-address',
  message:
    interfaces === 'private'
      ? 'This machine is in no private network. Connect it to one, or choose what to share on.'
      : 'None of the chosen network interfaces has an address now. Sharing begins when one has.',
  free_port: null,
});

const silent = (url: string): SharingProblem => ({
  code: 'network',
  message: `The server gets no answer from itself at ${url}. A security program on this machine may keep it out.`,
  free_port: null,
});

const isLoopbackHost = (host: string) =>
  host === 'localhost' || host === '::1' || host.startsWith('127.');

/** The addresses at which a configured host is reached. */
const boundAddresses = (all: readonly NetworkAddress[], host: string) =>
  all.filter(
    ({ address, family }) =>
      host === '::' || (host === '0.0.0.0' && family === 'IPv4') || host === address,
  );

const interfacesOf = <Entry extends Pick<NetworkAddress, 'interface' | 'kind' | 'address'>>(
  addresses: readonly Entry[],
) =>
  [...Map.groupBy(addresses, (entry) => entry.interface)].map(([name, entries]) => ({
    name,
    kind: entries[0]?.kind ?? 'lan',
    addresses: entries.map(({ address }) => address),
  }));

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
