import type { TlsMode } from '../../../shared/api/sharing.ts';
import { badField } from '../../../shared/errors.ts';
import type { Config } from '../../config/config.ts';
import { ListenError, readCertificate, type Certificate } from '../../http/net/listen.ts';
import { createReadGate } from '../../media/read-gate.ts';
import { pathProblem } from '../../paths/parse-user-path.ts';
import { noCertificate } from './problems.ts';

/** Requested encryption for other devices. */
export interface RequestedTls {
  tls: TlsMode;
  /** Paths of PEM files; if both are empty, those of the configuration. */
  tls_cert: string;
  tls_key: string;
}

export interface CertificateChoice {
  /** The user's own certificate files, whether they are used or not. */
  filesOf(wanted: RequestedTls): Config['tls'];
  /** The certificate of the configuration, or null if none. Throws ListenError if it is unusable. */
  ofConfiguration(): Promise<Certificate | null>;
  /**
   * The certificate for these names and addresses; null without encryption. Throws ListenError if
   * none is available.
   */
  choose(wanted: RequestedTls, hosts: readonly string[]): Promise<Certificate | null>;
  /** Throws BadRequest for unusable files. */
  check(wanted: RequestedTls): Promise<void>;
}

/** Selects the certificate for other devices: a self-signed one, or the user's own. */
export const createCertificateChoice = ({
  configured,
  generated,
}: {
  configured: Config['tls'];
  /** Creates the self-signed certificate for these names and addresses. */
  generated: (hosts: readonly string[]) => Certificate;
}): CertificateChoice => {
  // Sharing reads the files every few seconds.
  const gate = createReadGate({ concurrency: 1 });
  // Files chosen at run time take precedence over the configuration.
  const filesOf = ({ tls_cert, tls_key }: RequestedTls): Config['tls'] =>
    tls_cert === '' && tls_key === ''
      ? configured
      : { cert: tls_cert || null, key: tls_key || null };
  const own = async (wanted: RequestedTls): Promise<Certificate> => {
    const certificate = await readCertificate(filesOf(wanted), gate);
    if (certificate === null) throw new ListenError(noCertificate, 'ENOENT');
    return certificate;
  };

  return {
    filesOf,
    ofConfiguration: () => readCertificate(configured, gate),
    async choose(wanted, hosts) {
      if (wanted.tls === 'off') return null;
      return wanted.tls === 'own' ? own(wanted) : generated(hosts);
    },
    async check(wanted) {
      if (wanted.tls !== 'own') return;
      for (const name of ['tls_cert', 'tls_key'] as const) {
        const problem = wanted[name] === '' ? null : pathProblem(wanted[name]);
        if (problem !== null) throw badField(`body.${name}`, problem);
      }
      try {
        await own(wanted);
      } catch (error) {
        if (!(error instanceof ListenError)) throw error;
        const { cert, key } = filesOf(wanted);
        throw badField(cert === null && key === null ? 'body.tls' : 'body.tls_cert', error.message);
      }
    },
  };
};
