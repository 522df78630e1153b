import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';

import { createMailer } from './mailer.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Starts a mail server; returns its port. */
const serve = async (options: SMTPServerOptions): Promise<number> => {
  const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...options });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise<void>((resolve) => smtp.close(resolve)));
  return (smtp.server.address() as AddressInfo).port;
};

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

/** The error of a mail that is sent with these settings. */
const failureWith = async (settings: Record<string, unknown>): Promise<Error> => {
  const all: Record<string, unknown> = {
    'smtp.host': '127.0.0.1',
    'smtp.port': 587,
    'smtp.secure': false,
    'smtp.username': '',
    'smtp.password': '',
    'smtp.from': 'library@example.com',
    ...settings,
  };
  const mailer = createMailer({ settings: { get: (key) => all[key] as never } });
  try {
    await mailer.send({ to: 'mia@example.com', subject: 'Saga', text: 'Saga' });
  } catch (error) {
    return error as Error;
  }
  throw new Error('The mail was sent');
};

test('a recipient that the server refuses for good is named with its reason', async () => {
  const port = await serve({
    onRcptTo: (_address, _session, answer) => answer(refusal(550, 'User unknown')),
  });
  expect(await failureWith({ 'smtp.port': port })).toMatchObject({
    message: 'The mail server refused the message (550 User unknown).',
    isFinal: true,
  });
});

test('a refusal for now is not final', async () => {
  const port = await serve({
    onRcptTo: (_address, _session, answer) => answer(refusal(451, 'Try again later')),
  });
  expect(await failureWith({ 'smtp.port': port })).toMatchObject({
    message: 'The mail server refused the message (451 Try again later).',
    isFinal: false,
  });
});

test('a wrong password is reported as such', async () => {
  const port = await serve({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, answer) => answer(refusal(535, 'Use an app password')),
  });
  const settings = { 'smtp.port': port, 'smtp.username': 'mia', 'smtp.password': 'x' };
  expect(await failureWith(settings)).toMatchObject({
    message:
      'The mail server refused the sign-in (535 Use an app password). Check its user name and password.',
    isFinal: false,
  });
});

test('a certificate that is not trusted is reported as such', async () => {
  const port = await serve({ disabledCommands: [] });
  expect((await failureWith({ 'smtp.port': port })).message).toMatch(
    /^The certificate of 127\.0\.0\.1:\d+ is not trusted \([A-Z_]+\)\./,
  );
});

test('implicit TLS with a server that does not encrypt is told as such', async () => {
  const port = await serve({});
  expect((await failureWith({ 'smtp.port': port, 'smtp.secure': true })).message).toMatch(
    /^An encrypted connection to 127\.0\.0\.1:\d+ failed/,
  );
});

test('a port where nothing listens is reported as such', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  expect((await failureWith({ 'smtp.port': port })).message).toBe(
    `127.0.0.1:${port} could not be reached (ECONNREFUSED).`,
  );
});
