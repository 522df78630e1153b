import type { TlsMode } from '../../../shared/api/sharing.ts';
import { badField } from '../../../shared/errors.ts';
import type { Config } from '../../config/config.ts';
import { ListenError, readCertificate, type Certificate } from '../../http/listen.ts';
import { noCertificate } from './problems.ts';

/** How connections of other devices are encrypted. */
export interface TlsWish {
  tls: TlsMode;
  /** Paths of PEM files; both empty: those of the configuration. */
  tls_cert: string;
  tls_key: string;
}

export interface CertificateChoice {
  /** The files of the own certificate, whether it is used or not. */
  filesOf(wanted: TlsWish): Config['tls'];
  /**
   * The certificate for these names and addresses, null without encryption. Throws ListenError where
   * there is none to be had.
   */
  choose(wanted: TlsWish, hosts: readonly string[]): Certificate | null;
  /** Throws BadRequest for files that cannot be used. */
  check(wanted: TlsWish): void;
}

/** Decides which certificate other devices see: one made here, or one of the person's own. */
export const createCertificateChoice = ({
  configured,
  generated,
}: {
  configured: Config['tls'];
  /** The one that is made here, for these names and addresses. */
  generated: (hosts: readonly string[]) => Certificate;
}): CertificateChoice => {
  // What was chosen while the server runs comes before what the configuration names.
  const filesOf = ({ tls_cert, tls_key }: TlsWish): Config['tls'] =>
    tls_cert === '' && tls_key === ''
      ? configured
      : { cert: tls_cert || null, key: tls_key || null };
  const own = (wanted: TlsWish): Certificate => {
    const certificate = readCertificate(filesOf(wanted));
    if (certificate === null) throw new ListenError(noCertificate, 'ENOENT');
    return certificate;
  };

  return {
    filesOf,
    choose(wanted, hosts) {
      if (wanted.tls === 'off') return null;
      return wanted.tls === 'own' ? own(wanted) : generated(hosts);
    },
    check(wanted) {
      if (wanted.tls !== 'own') return;
      try {
        own(wanted);
      } catch (error) {
        if (!(error instanceof ListenError)) throw error;
        const { cert, key } = filesOf(wanted);
        throw badField(cert === null && key === null ? 'body.tls' : 'body.tls_cert', error.message);
      }
    },
  };
};
