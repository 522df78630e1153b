import type { SharingProblem } from '../../../shared/api/sharing.ts';

export const noCertificate =
  'There is no certificate of your own: name the files of the certificate and of its private key';

export const noAddress = (interfaces: string): SharingProblem => ({
  code: 'no-address',
  message:
    interfaces === 'private'
      ? 'This machine is in no private network. Connect it to one, or choose what to share on.'
      : 'None of the chosen network interfaces has an address now. Sharing begins when one has.',
  free_port: null,
});

/** `at` in ISO 8601. Whoever insists may still go on, so such a certificate is shown all the same. */
export const expired = (at: string): SharingProblem => ({
  code: 'certificate',
  message: `The certificate ended on ${at.slice(0, 10)}, so browsers and apps refuse it. Put a new one in its place, or let Octavo make one.`,
  free_port: null,
});

export const noAnswer = (url: string): SharingProblem => ({
  code: 'network',
  message: `The server gets no answer from itself at ${url}. A security program on this machine may keep it out.`,
  free_port: null,
});
