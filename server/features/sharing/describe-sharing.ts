import type {
  SharedAddress,
  Sharing,
  SharingProblem,
  TlsMode,
} from '../../../shared/api/sharing.ts';
import { urlOf, type Certificate } from '../../http/net/listen.ts';
import { describeCertificate } from './certificate.ts';
import type { Announcer } from './mdns-advertiser.ts';
import { certificateExpired, noAnswer } from './problems.ts';

interface SharingFacts {
  wanted: Pick<Sharing, 'enabled' | 'interfaces' | 'names'> & { tls: TlsMode };
  byConfiguration: boolean;
  available: Sharing['available'];
  port: number;
  /** Where other devices reach the server now. */
  shared: SharedAddress[];
  lastDeviceAt: string | null;
  certificate: Certificate | null;
  certificateFiles: Pick<Sharing['tls'], 'cert' | 'key'>;
  /** Name of this machine in the network. */
  host: string;
  announcer: Pick<Announcer, 'isOn' | 'problem'>;
  problem: SharingProblem | null;
  advice: string | null;
  now: Date;
}

/** The state of sharing as the API shows it. */
export const describeSharing = (facts: SharingFacts): Sharing => {
  const { wanted, byConfiguration, port, shared, lastDeviceAt, certificate, host } = facts;
  const reachable = anyReachable(shared);
  const described = certificate && describeCertificate(certificate.cert);
  const isExpired = described && described.expires_at < facts.now.toISOString();
  const unanswered = reachable === false && shared[0] ? noAnswer(shared[0].url) : null;
  return {
    enabled: wanted.enabled,
    by_configuration: byConfiguration,
    interfaces: wanted.interfaces,
    available: facts.available,
    port,
    names: wanted.names,
    addresses: shared,
    reachable,
    last_device_at: lastDeviceAt,
    tls: {
      mode: byConfiguration ? (certificate ? 'own' : 'off') : wanted.tls,
      fingerprint: described?.fingerprint ?? null,
      expires_at: described?.expires_at ?? null,
      ...facts.certificateFiles,
    },
    mdns: {
      host,
      url: facts.announcer.isOn() ? urlOf(host, port, certificate !== null) : null,
      problem: facts.announcer.problem(),
    },
    problem: facts.problem ?? (isExpired ? certificateExpired(described.expires_at) : unanswered),
    advice: shared.length > 0 && lastDeviceAt === null ? facts.advice : null,
  };
};

/** Null while sharing is off or no test has run. */
const anyReachable = (addresses: readonly SharedAddress[]): boolean | null => {
  if (addresses.some(({ reachable }) => reachable)) return true;
  return addresses.length === 0 || addresses.some(({ reachable }) => reachable === null)
    ? null
    : false;
};
