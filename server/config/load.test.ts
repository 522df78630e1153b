import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

import { ConfigError } from './config.ts';
import { loadConfig } from './load.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-config-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const load = (env: Record<string, string>, flags: Record<string, string> = {}) =>
  loadConfig({ env: { OCTAVO_SERVER__DATA_DIR: dir, ...env }, flags });

describe('layers', () => {
  it('are defaults, file, environment, command line; later wins', async () => {
    expect((await load({})).server).toEqual({
      host: '127.0.0.1',
      port: 4477,
      data_dir: dir,
      trusted_hosts: [],
      trusted_proxies: null,
      public_address: null,
      base_path: null,
    });
    writeFileSync(
      join(dir, 'config.yaml'),
      'server:\n  port: 5000\n  trusted_hosts: [nas.local]\nlog:\n  level: warn\n',
    );
    expect((await load({})).server).toMatchObject({ port: 5000, trusted_hosts: ['nas.local'] });
    expect((await load({ OCTAVO_SERVER__PORT: '5001' })).server.port).toBe(5001);
    expect(
      (await load({ OCTAVO_SERVER__PORT: '5001' }, { 'server.port': '5002' })).server.port,
    ).toBe(5002);
  });

  it('accept the neutral prefix, and prefer our own', async () => {
    expect((await load({ SVC_API__ENABLE_API_DOCS: 'true' })).api.enable_api_docs).toBe(true);
    expect((await load({ SVC_SERVER__PORT: '1', OCTAVO_SERVER__PORT: '2' })).server.port).toBe(2);
  });

  test.each([
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/octavo'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Octavo'],
  ] as const)('put the data where %s keeps it', async (platform, env, expected) => {
    const { server } = await loadConfig({ env, flags: {}, platform });
    expect(server.data_dir).toBe(resolve(expected));
  });
});

describe('mistakes', () => {
  test.each([
    [{ OCTAVO_SERVER__PORT: 'many' }, '', /Bad value for server\.port in OCTAVO_SERVER__PORT/],
    [{ OCTAVO_SERVER__PROT: '1' }, '', /Unknown key server\.prot in OCTAVO_SERVER__PROT/],
    [{}, 'server:\n  prot: 1\n', /Unknown key server\.prot in .*config\.yaml/],
    [{}, 'server: 4477\n', /server in .* must be a section/],
    [{}, 'server: [\n', /not valid YAML/],
    [{ OCTAVO_SERVER__PORT: '' }, '', /server\.port in .*: must be a number from 0 to 65535/],
    [{}, 'server:\n  port: true\n', /server\.port in .*: must be a number from 0 to 65535/],
    [{}, 'server:\n  port: null\n', /server\.port in .*: must be a number from 0 to 65535/],
    [{}, 'server:\n  trusted_hosts: 5\n', /server\.trusted_hosts in .*: must be a list of texts/],
    [{ OCTAVO_API__ENABLE_API_DOCS: 'yes' }, '', /enable_api_docs in .*: must be true or false/],
    [{}, 'log:\n  level: loud\n', /Bad value for log\.level/],
    [{ OCTAVO_API__API_DOCS_PATH: '/api/docs' }, '', /Bad value for api\.api_docs_path/],
    [{ OCTAVO_API__API_DOCS_PATH: '/' }, '', /Bad value for api\.api_docs_path/],
    [
      { OCTAVO_SERVER__BASE_PATH: '/a/../b' },
      '',
      /server\.base_path in .*Enter a path such as \/octavo/,
    ],
    [{}, 'server:\n  trusted_proxies: [nas]\n', /trusted_proxies in .*"nas" is not an address/],
    [{ OCTAVO_TLS__CERT: '/cert.pem' }, '', /tls\.cert and tls\.key go together/],
  ])('are one line that names the key: %j %j', async (env, file, message) => {
    if (file !== '') writeFileSync(join(dir, 'config.yaml'), file);
    const mistake: unknown = await load(env).catch((error: unknown) => error);
    expect(mistake).toBeInstanceOf(ConfigError);
    const text = (mistake as ConfigError).message;
    expect(text).toMatch(message);
    expect(text).not.toContain('\n');
  });
});
