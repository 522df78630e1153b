import { tlsModes, type updateSharing } from '../../../shared/api/sharing.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { Config } from '../../config/config.ts';
import { localName, type OwnAddresses } from '../../http/net/own-addresses.ts';
import type { ChangeNote, SettingsService } from '../settings/service.ts';
import type { RequestedTls } from './certificate-choice.ts';
import {
  boundAddresses,
  byInterface,
  chosenAddresses,
  namesIn,
  networkAddresses,
  type NetworkAddress,
} from './networks.ts';

const keys = ['enabled', 'interfaces', 'port', 'tls', 'tls_cert', 'tls_key', 'names'] as const;

/** The requested sharing. */
export interface RequestedSharing extends RequestedTls {
  enabled: boolean;
  interfaces: string;
  /** 0 for the port of the server. */
  port: number;
  names: string;
}

export type RequestedSharingSource = ReturnType<typeof createRequestedSharing>;

/** The sharing that the settings request; a configured address takes precedence. */
export const createRequestedSharing = ({
  config,
  settings,
  addresses,
}: {
  config: Pick<Config, 'server'>;
  settings: SettingsService;
  addresses: OwnAddresses;
}) => {
  const byConfiguration = !isLoopbackHost(config.server.host);
  const all = () => networkAddresses(addresses.list());
  const current = (): RequestedSharing => ({
    enabled: byConfiguration || settings.get('sharing.enabled'),
    interfaces: settings.get('sharing.interfaces'),
    port: settings.get('sharing.port'),
    tls: tlsModes.find((mode) => mode === settings.get('sharing.tls')) ?? 'off',
    tls_cert: settings.get('sharing.tls_cert'),
    tls_key: settings.get('sharing.tls_key'),
    names: settings.get('sharing.names'),
  });

  return {
    /** Whether the configuration shares the server. */
    byConfiguration,

    current,

    /** The settings with the given changes. */
    changed: (change: EndpointParsed<typeof updateSharing>['body']): RequestedSharing => {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      return { ...current(), ...Object.fromEntries(given) };
    },

    save(wanted: RequestedSharing, note: ChangeNote): void {
      const updates = keys.map((key) => ({
        key: `sharing.${key}`,
        value: wanted[key],
        path: `body.${key}`,
      }));
      settings.update(updates, note);
    },

    /** Returns an unsubscribe function. */
    onChange(listener: () => void): () => void {
      const ends = keys.map((key) => settings.onChange(`sharing.${key}`, listener));
      return () => ends.forEach((end) => end());
    },

    hostNames: () => [localName(), ...namesIn(settings.get('sharing.names'))],

    /** The present network addresses by interface. */
    available: () => byInterface(all()),

    /** The present addresses to share at. */
    chosen: ({ interfaces }: RequestedSharing): NetworkAddress[] =>
      byConfiguration
        ? boundAddresses(all(), config.server.host)
        : chosenAddresses(all(), interfaces),
  };
};

const isLoopbackHost = (host: string) => /^(localhost|::1|127\..*)$/.test(host);
