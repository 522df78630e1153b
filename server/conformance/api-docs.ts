import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect } from 'vitest';
import { parse } from 'yaml';

import { loadConfig } from '../config/load.ts';
import { startTestServer } from '../testing/server.ts';
import type { DescribeArea } from './coverage.ts';

interface Document {
  tags: { name: string }[];
  paths: Record<string, Record<string, { tags: string[] }>>;
  components: {
    schemas: object;
    securitySchemes: Record<string, { type: string; scheme?: string; description?: string }>;
  };
}

/** The interactive documentation: disabled, enabled in each way, its path and content. */
export const apiDocs: DescribeArea = ({ describeRow }) => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'octavo-conformance-'));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  /** Starts a server with user-provided configuration; returns the response for each path. */
  const answers = async (
    paths: string[],
    { file = '', env = {} }: { file?: string; env?: Record<string, string> } = {},
  ): Promise<{ status: number; text: string }[]> => {
    writeFileSync(join(dir, 'config.yaml'), file);
    const { api } = await loadConfig({ env, flags: { 'server.data_dir': dir } });
    const server = await startTestServer({ bare: true, config: (config) => (config.api = api) });
    try {
      const responses = paths.map(async (path) => {
        const response = await fetch(server.url + path);
        return { status: response.status, text: await response.text() };
      });
      return await Promise.all(responses);
    } finally {
      await server.stop();
    }
  };
  const statuses = async (...given: Parameters<typeof answers>) =>
    (await answers(...given)).map(({ status }) => status);
  const on = 'api:\n  enable_api_docs: true\n';

  const row = (subject: string) => `Interactive API documentation: ${subject}`;

  describeRow(row('Default'), 'without configuration, /docs and its document are 404', async () => {
    expect(await statuses(['/docs', '/docs/openapi.json'])).toEqual([404, 404]);
  });

  describeRow(
    row('Configuration key api.enable_api_docs'),
    'true serves the documentation, false does not; anything else prevents the start',
    async () => {
      expect(await statuses(['/docs'], { file: on })).toEqual([200]);
      expect(await statuses(['/docs'], { file: on.replace('true', 'false') })).toEqual([404]);
      await expect(answers([], { file: on.replace('true', 'perhaps') })).rejects.toThrow(
        'api.enable_api_docs',
      );
    },
  );

  describeRow(
    row('Configuration key api.api_docs_path'),
    'another path moves the documentation there from /docs',
    async () => {
      const file = `${on}  api_docs_path: /reference\n`;
      expect(await statuses(['/reference', '/docs'], { file })).toEqual([200, 404]);
      expect(await statuses(['/reference', '/docs'], { file: on })).toEqual([404, 200]);
    },
  );

  describeRow(
    row('Environment variable'),
    'SVC_API__ENABLE_API_DOCS=true turns the documentation on, and so does our own prefix',
    async () => {
      for (const name of ['SVC_API__ENABLE_API_DOCS', 'OCTAVO_API__ENABLE_API_DOCS']) {
        expect(await statuses(['/docs'], { env: { [name]: 'true' } })).toEqual([200]);
      }
    },
  );

  describeRow(
    row('Location when enabled'),
    'all endpoints by category, test requests, sign-in by JWT, and the schemas',
    async () => {
      const paths = ['/docs', '/docs/initializer.js', '/docs/openapi.json'];
      const [page, script, json] = await answers(paths, { file: on });
      expect(page?.text).toContain('/docs/swagger-ui-bundle.js');
      expect(script?.text).toContain('tryItOutEnabled: true');
      expect(script?.text).toContain('"/docs/openapi.json"');
      const { tags, paths: listed, components } = JSON.parse(json?.text ?? '') as Document;
      const categories = tags.map(({ name }) => name);
      const operations = Object.values(listed).flatMap((path) => Object.values(path));
      expect(operations.length).toBeGreaterThan(80);
      for (const { tags: own } of operations) {
        expect(own).toHaveLength(1);
        expect(categories).toContain(own[0]);
      }
      expect(components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
      expect(components.securitySchemes.bearer?.description).toContain('JWT');
      expect(Object.keys(components.schemas)).toEqual(
        expect.arrayContaining(['Library', 'Series', 'Book', 'Error']),
      );
    },
  );

  describeRow(
    row('Production'),
    'the user guide recommends leaving it off, which is the default',
    async () => {
      const guide = readFileSync(join(import.meta.dirname, '../../docs/user-guide.md'), 'utf8');
      expect(guide).toMatch(/documentation[^.]*leave it off/i);
      expect(await statuses(['/docs'])).toEqual([404]);
    },
  );

  describeRow(
    row('Spec export'),
    'octavo openapi writes the same document as JSON and as YAML, to the file named by --output',
    async () => {
      const main = join(import.meta.dirname, '../cli/main.ts');
      const [json, yaml] = await Promise.all(
        ['json', 'yaml'].map(async (format) => {
          const file = join(dir, `openapi-${format}`);
          const args = [main, 'openapi', '--output', file, '--format', format];
          await promisify(execFile)(process.execPath, args);
          return readFileSync(file, 'utf8');
        }),
      );
      const document = JSON.parse(json ?? '') as Document;
      expect(Object.keys(document.paths)).toContain('/series/full');
      expect(() => JSON.parse(yaml ?? '') as unknown).toThrow();
      expect(parse(yaml ?? '')).toEqual(document);
    },
  );
};
