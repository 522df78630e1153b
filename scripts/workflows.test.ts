import { execFileSync } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

import { root } from './run.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const stepSchema = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const workflowSchema = z.object({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.object({
      'runs-on': z.string(),
      'timeout-minutes': z.int(),
      permissions: z.record(z.string(), z.string()).optional(),
      environment: z.string().optional(),
      strategy: z.object({ matrix: z.object({ os: z.array(z.string()) }) }).optional(),
      steps: z.array(stepSchema),
    }),
  ),
});

const files = globSync('.github/workflows/*.yml', { cwd: root });
const manifest = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

test('there is a workflow for the checks, one for the image of the server, and one for releases', () => {
  expect(files.map((file) => path.basename(file)).sort()).toEqual([
    'check.yml',
    'image.yml',
    'release.yml',
  ]);
});

describe.each(files)('%s', (file) => {
  const workflow = workflowSchema.parse(parse(read(file)));
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);
  const commands = steps.flatMap(({ run }) => run ?? []);

  test('calls only scripts that exist', () => {
    const called = commands.flatMap((run) =>
      [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? ''),
    );
    // The image calls them in its Dockerfile.
    if (!file.endsWith('image.yml')) expect(called.length).toBeGreaterThan(0);
    expect(called.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
    const started = commands.flatMap((run) =>
      [...run.matchAll(/node (scripts\/\S+)/g)].map(([, script]) => script ?? ''),
    );
    for (const script of started) expect(globSync(script, { cwd: root }), script).toHaveLength(1);
  });

  test('can only read, except for the job that publishes, which runs none of our code', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [name, { permissions, steps: own }] of jobs) {
      if (permissions === undefined) continue;
      const what = file.endsWith('image.yml') ? 'packages' : 'contents';
      expect([name, permissions]).toEqual(['publish', { [what]: 'write' }]);
      expect(own.some(({ uses }) => uses?.startsWith('actions/checkout'))).toBe(false);
      expect(own.flatMap(({ run }) => run ?? []).join()).not.toMatch(
        /\b(npm|node|npx|docker (run|exec|build|buildx build))\b/,
      );
    }
  });

  test('uses actions of GitHub alone, by a version, and leaves no credentials behind', () => {
    for (const { uses, with: given } of steps) {
      if (uses === undefined) continue;
      expect(uses).toMatch(/^actions\/[a-z-]+@(v\d+|[0-9a-f]{40})$/);
      if (uses.startsWith('actions/checkout')) expect(given?.['persist-credentials']).toBe(false);
    }
  });

  test('lets nothing of a proposal into a command, and ends', () => {
    // Untrusted values (branches, titles) go through the environment, never into a command's text.
    for (const run of commands) expect(run).not.toContain('${{');
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    for (const [, job] of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
  });

  test('packs on the three systems, and for Linux the images that Electron can bear', () => {
    const packing = jobs.filter(([, { steps: own }]) =>
      own.some(({ run }) => run?.startsWith('npm run dist')),
    );
    expect(packing).toHaveLength(file.endsWith('image.yml') ? 0 : 1);
    for (const [, { strategy, steps: own }] of packing) {
      const systems = ['ubuntu-latest', 'windows-latest', 'macos-latest'];
      expect(strategy?.matrix.os).toEqual(expect.arrayContaining(systems));
      const { packages } = JSON.parse(read('package-lock.json')) as {
        packages: Record<string, { version: string } | undefined>;
      };
      const version = packages['node_modules/@img/sharp-wasm32']?.version ?? '';
      expect(own.map(({ run }) => run)).toContain(
        `npm install --no-save @img/sharp-wasm32@${version}`,
      );
    }
  });
});

test('the image is built for both architectures, and started before it is published', () => {
  const { jobs } = workflowSchema.parse(parse(read('.github/workflows/image.yml')));
  expect(jobs['build']?.strategy?.matrix.os).toEqual(['ubuntu-latest', 'ubuntu-24.04-arm']);
  const built = jobs['build']?.steps.map(({ run }) => run ?? '').join('\n');
  expect(built).toMatch(/buildx build[\s\S]*Health\.Status[\s\S]*docker stop[\s\S]*docker save/);
  const published = jobs['publish']?.steps.map(({ run }) => run ?? '').join('\n');
  expect(published).toContain('imagetools create');
  expect(published).not.toContain('latest');
});

test('secrets are only where a release is packed, in an environment of its own', () => {
  expect(read('.github/workflows/check.yml')).not.toContain('secrets.');
  const { jobs } = workflowSchema.parse(parse(read('.github/workflows/release.yml')));
  expect(jobs['package']?.environment).toBe('release');
});

test('a release has one list of the packages for both kinds of Macs', () => {
  const { jobs } = workflowSchema.parse(parse(read('.github/workflows/release.yml')));
  const step = jobs['publish']?.steps.find(({ name }) => name === 'One list for both Macs');
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-lists-'));
  const packages = path.join(folder, 'packages');
  mkdirSync(packages);
  // In electron-builder's format.
  const list = (url: string) =>
    `version: 1.2.0\nfiles:\n  - url: ${url}\n    sha512: ${url}==\n    size: 7\npath: ${url}\nsha512: ${url}==\nreleaseDate: '2026-12-01'\n`;
  for (const channel of ['latest', 'beta']) {
    writeFileSync(path.join(packages, `${channel}-mac.yml`), list('Octavo-arm64-mac.zip'));
    writeFileSync(path.join(packages, `${channel}-mac-intel.yml`), list('Octavo-mac.zip'));
  }
  execFileSync('bash', ['-e', '-c', step?.run ?? 'false'], { cwd: folder });
  expect(readdirSync(packages).sort()).toEqual(['beta-mac.yml', 'latest-mac.yml']);
  for (const file of readdirSync(packages)) {
    const { files, path: first } = parse(readFileSync(path.join(packages, file), 'utf8')) as {
      files: { url: string; sha512: string; size: number }[];
      path: string;
    };
    expect(first).toBe('Octavo-arm64-mac.zip');
    expect(files.map(({ url, sha512, size }) => [url, sha512, size]).sort()).toEqual([
      ['Octavo-arm64-mac.zip', 'Octavo-arm64-mac.zip==', 7],
      ['Octavo-mac.zip', 'Octavo-mac.zip==', 7],
    ]);
  }
  rmSync(folder, { recursive: true });
});
