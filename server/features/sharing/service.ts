import type { Logger } from 'pino';

import type {
  SharedAddress,
  Sharing,
  SharingProblem,
  SharingTest,
} from '../../../shared/api/sharing.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Config } from '../../config/config.ts';
import type { SecretStore } from '../../host-environment.ts';
import { listenProblem } from '../../http/net/listen-problem.ts';
import { ListenError, listenOn } from '../../http/net/listen.ts';
import { localName, type OwnAddresses } from '../../http/net/own-addresses.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import { qrCode } from '../../text/qr-code.ts';
import type { SettingsService } from '../settings/service.ts';
import { createCertificateChoice } from './certificate-choice.ts';
import { createCertificates } from './certificates.ts';
import { describeSharing } from './describe-sharing.ts';
import { createDeviceListeners } from './device-listeners.ts';
import { firewallAdvice } from './firewall.ts';
import { createAnnouncer } from './mdns-advertiser.ts';
import { byInterface, type NetworkAddress } from './networks.ts';
import { createReachability, type FailureReason } from './reachability.ts';
import { createRequestedSharing, type RequestedSharing } from './requested-sharing.ts';
import type { SharingService } from './types.ts';

const pollMs = 5000;

export interface SharingOptions {
  config: Pick<Config, 'server' | 'tls'>;
  settings: SettingsService;
  addresses: OwnAddresses;
  secrets: SecretStore;
  /** Whether a proxy at this address carries the connections of many devices. */
  isProxy: (address: string | undefined) => boolean;
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
  isProxy,
  bus,
  clock,
  log,
}: SharingOptions): SharingService => {
  const certificates = createCertificateChoice({
    configured: config.tls,
    generated: createCertificates({ secrets, clock }),
  });
  const host = localName();
  const requested = createRequestedSharing({ config, settings, addresses });
  const { byConfiguration, hostNames, chosen } = requested;
  const listeners = createDeviceListeners({ config, certificates, requested, host, isProxy });
  const selfCheck = createReachability();
  const announcer = createAnnouncer(() => publishChange());
  const watchers = new Set<() => void>();
  let problem: SharingProblem | null = null;
  let lastDeviceAt: string | null = null;
  const advice = createFirewallAdvice(() => publishChange());
  let published = '';
  let poll: NodeJS.Timeout | undefined;
  let stopped = false;

  /** Current addresses of the server for other devices. */
  const shared = (wanted: RequestedSharing): SharedAddress[] =>
    (stopped ? [] : listeners.shared(wanted)).map((address) => ({
      ...address,
      reachable: selfCheck.answers(address.url),
    }));

  const state = (): Sharing => {
    const wanted = requested.current();
    return describeSharing({
      wanted,
      byConfiguration,
      available: requested.available(),
      port: listeners.portOf(wanted),
      shared: shared(wanted),
      lastDeviceAt,
      certificate: listeners.certificate(),
      certificateFiles: certificates.filesOf(wanted),
      host,
      announcer,
      problem,
      advice: advice.text(),
      now: clock(),
    });
  };

  const publishChange = () => {
    const now = state();
    // Ignores the time of the last device, which changes with each request.
    const key = JSON.stringify({ ...now, last_device_at: now.last_device_at !== null });
    if (key === published || stopped) return;
    published = key;
    bus.emit('sharing_updated', { enabled: now.enabled });
    watchers.forEach((watcher) => watcher());
  };

  /** Opens and closes listeners to match the settings. */
  const reconcile = async () => {
    if (!listeners.isStarted() || stopped) return;
    const wanted = requested.current();
    const own = wanted.enabled ? chosen(wanted) : [];
    problem = await listeners.open(wanted, own);
    const announced = byConfiguration ? [] : shared(wanted);
    announcer.become(
      announced.length === 0
        ? null
        : {
            name: `${settings.get('server.name')} on ${host.replace('.local', '')}`,
            host,
            port: listeners.portOf(wanted),
            secure: listeners.certificate() !== null,
            links: byInterface(announced).map((entry) => entry.addresses),
          },
    );
    if (own.length > 0) void advice.check(listeners.portOf(wanted));
    publishChange();
  };

  const runs = createMergedRuns(reconcile, (error) => log.error({ err: error }, 'sharing failed'));
  const apply = async () => {
    await runs.request();
    if (await selfCheck.ask(shared(requested.current()).map(({ url }) => url))) publishChange();
  };
  const stopListening = requested.onChange(() => void apply());

  const noteDevice = (address: string | undefined) => {
    if (address === undefined || addresses.has(address)) return;
    lastDeviceAt = clock().toISOString();
    publishChange();
  };

  return {
    state,
    hostNames,
    async update(change, note) {
      if (byConfiguration) {
        throw sharedByConfiguration(config.server.host);
      }
      const wanted = requested.changed(change);
      // Sharing can always be turned off, even if the files are gone.
      if (wanted.enabled) await certificates.check(wanted);
      if (wanted.enabled) {
        const port = listeners.portOf(wanted);
        const closed = chosen(wanted).filter(({ address }) => !listeners.isOpen(address, port));
        await requireFreePort(closed, port);
      }
      requested.save(wanted, note);
      await apply();
      log.info({ enabled: wanted.enabled, by: note.by }, 'sharing changed');
      return state();
    },
    async test() {
      const tested = shared(requested.current());
      const reasons = await selfCheck.probeAll(tested.map(({ url }) => url));
      publishChange();
      return {
        addresses: await Promise.all(
          tested.map((address, index) => testResult(address, reasons[index] ?? null)),
        ),
        tested_at: clock().toISOString(),
      };
    },
    async start(app, port) {
      listeners.start(app, port, noteDevice);
      await runs.request();
      void apply();
      poll = setInterval(() => {
        if (requested.current().enabled) void apply();
      }, pollMs).unref();
    },
    onChange(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    async stop() {
      stopped = true;
      clearInterval(poll);
      stopListening();
      await Promise.all([announcer.stop(), runs.done().then(() => listeners.close())]);
    },
  };
};

const sharedByConfiguration = (host: string) =>
  new AppError(
    'Conflict',
    `This server is shared by its configuration, server.host is ${host}; set it to 127.0.0.1 to choose here`,
  );

/** The result for an address; `reason` is null if it answers. */
const testResult = async (
  address: SharedAddress,
  reason: FailureReason | null,
): Promise<SharingTest['addresses'][number]> => ({
  ...address,
  reachable: reason === null,
  reason,
  qr: await qrCode(address.url),
});

/** Runs `work` for each request, one at a time; requests made meanwhile are merged into one run. */
const createMergedRuns = (work: () => Promise<void>, onError: (error: unknown) => void) => {
  let running = Promise.resolve();
  let queued: Promise<void> | null = null;
  return {
    request: (): Promise<void> =>
      (queued ??= running =
        running
          .then(() => {
            queued = null;
            return work();
          })
          .catch(onError)),
    done: () => running,
  };
};

/** How to open the firewall for a port; found out once per port. */
const createFirewallAdvice = (onChange: () => void) => {
  let advice: { port: number; text: string | null } | null = null;
  return {
    text: () => advice?.text ?? null,
    async check(port: number) {
      if (advice?.port === port) return;
      advice = { port, text: null };
      const text = await firewallAdvice(port);
      advice = { port, text };
      onChange();
    },
  };
};

/** Throws Conflict, with a free port, where the port cannot be used at one of the addresses. */
const requireFreePort = async (
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
