import { connectionProblem } from '../../http-client/connection-problem.ts';

/** The mail server failed or refused a mail; the message is for users. */
export class MailError extends Error {
  override name = 'MailError';
  /** The mail server refused this recipient or content for good: another attempt cannot succeed. */
  readonly isFinal: boolean;

  constructor(
    message: string,
    { isFinal = false, ...options }: ErrorOptions & { isFinal?: boolean },
  ) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

/** Fields of nodemailer's errors. */
interface MailFailure {
  code?: string;
  /** The code of the connection, if that failed. */
  originalCode?: string;
  /** The SMTP command that failed. */
  command?: string;
  /** The last answer of the mail server, which can have several lines. */
  response?: string;
  /** The answer is a permanent refusal (5xx). */
  permanent?: boolean;
}

/** Longest quoted answer, characters. */
const maxAnswer = 300;

/** Explains why a mail was not sent, and what to do. */
export const mailErrorOf = (cause: unknown, { host, port }: { host: string; port: number }) => {
  const failure = cause as MailFailure;
  const { permanent = false, command = '' } = failure;
  const isFinal = permanent && ['RCPT TO', 'DATA'].includes(command);
  return new MailError(sentenceOf(failure, host, port), { cause, isFinal });
};

const sentenceOf = (failure: MailFailure, host: string, port: number): string => {
  const { code = 'unknown error', originalCode, response } = failure;
  const reason = response?.replace(/\s+/g, ' ').slice(0, maxAnswer) ?? code;
  if (code === 'EAUTH') {
    return `The mail server refused the sign-in (${reason}). Check its user name and password.`;
  }
  if (response !== undefined) return `The mail server refused the message (${reason}).`;
  if (code === 'ETIMEDOUT') {
    return `${host}:${port} did not answer in time. Check the port and “Implicit TLS” of the mail server.`;
  }
  if (originalCode !== undefined || code === 'EDNS' || code === 'ECONNECTION') {
    return connectionProblem(`${host}:${port}`, originalCode ?? code);
  }
  return `The mail server did not take the message (${code}).`;
};
