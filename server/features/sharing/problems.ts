import type { SharingProblem } from '../../../shared/api/sharing.ts';

export const noCertificate =
  'No certificate is set: name the files of the certificate and of its private key';

export const noAddress = (interfaces: string): SharingProblem => ({
  code: 'no-address',
  message:
    interfaces === 'private'
      ? 'This machine is not in a private network. Connect it to one, or choose what to share on.'
      : 'None of the chosen network interfaces has an address now. Sharing begins when one has.',
  free_port: null,
});

/**
 * `at` is in ISO 8601. Such a certificate is served nevertheless, because users can override the
 * browser's warning.
 */
export const certificateExpired = (endDate: string): SharingProblem => ({
  code: 'certificate',
  message: `The certificate expired on ${endDate.slice(0, 10)}, so browsers and apps refuse it. Replace it, or let Octavo create one.`,
  free_port: null,
});

export const noAnswer = (url: string): SharingProblem => ({
  code: 'network',
  message: `The server gets no answer from itself at ${url}. A firewall on this machine may be blocking it.`,
  free_port: null,
});
