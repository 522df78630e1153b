import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listBooks } from '../../shared/api/books.ts';
import { packArchive } from '../../server/testing/archives.ts';
import { needs } from '../../server/testing/needs.ts';
import { writePdf } from '../../server/testing/pdf.ts';
import { pngPage, writeCbz } from '../../server/testing/zip.ts';
import { scanLibrary } from '../support/library.ts';
import { asOwner, eventually, owner, root, setUp } from '../support/server.ts';
import { buildImage, sizeOf } from './build-image.ts';
import { startContainer } from './container.ts';
import { commandOf, environmentOf, parseDockerfile, textsOf } from './dockerfile.ts';

const requirement = 'root on Linux for AMD64, debootstrap and namespaces';
const canBuild =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  process.getuid?.() === 0 &&
  existsSync('/usr/sbin/debootstrap') &&
  spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0;

const stages = parseDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8'));
const final = stages.at(-1) ?? { base: '', name: '', steps: [] };

const started: { kill: () => void }[] = [];
let folder = '';
let image = '';
beforeAll(() => {
  if (!canBuild) return;
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-image-'));
  image = buildImage(stages, folder);
});
afterAll(() => {
  for (const container of started) container.kill();
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** A book of each kind that a native package or 7-Zip reads. */
const writeMedia = (): string => {
  const media = path.join(folder, 'media');
  writeCbz(path.join(media, 'Zip/Zip 001.cbz'), 3);
  writePdf(path.join(media, 'Document/Document 001.pdf'), [
    [200, 300],
    [200, 300],
  ]);
  const pages = path.join(folder, 'pages');
  mkdirSync(pages);
  writeFileSync(path.join(pages, '1.png'), pngPage(40, 60));
  mkdirSync(path.join(media, 'Seven'));
  packArchive(path.join(media, 'Seven/Seven 001.cb7'), pages, ['1.png'], '-t7z');
  return media;
};

/** Starts the container as `docker run` does, with one more variable for a port of its own. */
const start = async (user: string, dataDir: string, media: string) => {
  const port = await freePort();
  const container = startContainer({
    image,
    user,
    writable: { '/data': dataDir },
    readOnly: { '/media': media },
    environment: { ...environmentOf(final), OCTAVO_SERVER__PORT: String(port) },
    command: [...commandOf(final, 'ENTRYPOINT'), ...commandOf(final, 'CMD')],
  });
  started.push(container);
  const check = () => container.exec(commandOf(final, 'HEALTHCHECK'));
  const url = `http://127.0.0.1:${String(port)}`;
  await eventually('a healthy container', async () => {
    if (/octavo: /.test(container.output())) throw new Error(container.output());
    return container.output().includes('serves') && (await check()).code === 0 ? true : null;
  });
  return { ...container, check, url };
};

describe('the image of the server', () => {
  test.skipIf(!canBuild)('is small and brings no tools', needs(requirement), () => {
    // In MiB; 81 and 169 when this was written, of which Node is 121.
    expect(sizeOf(path.join(folder, 'debian'))).toBeLessThan(100);
    expect(sizeOf(path.join(image, 'opt/octavo'))).toBeLessThan(185);
    expect(existsSync(path.join(image, 'src'))).toBe(false);
    expect(readdirSync(path.join(image, 'usr/local/bin'))).toEqual([]);
    const sources = execFileSync('find', [path.join(image, 'opt'), '-name', '*.ts'], {
      encoding: 'utf8',
    });
    expect(sources).toBe('');
  });

  test.skipIf(!canBuild)(
    'scans read-only books as an ordinary user, and stops when it is asked to',
    needs(requirement),
    async () => {
      const media = writeMedia();
      const [user = ''] = textsOf(final, 'USER').join().split(':');
      const dataDir = path.join(folder, 'data');
      mkdirSync(dataDir, { mode: 0o700 });
      chownSync(dataDir, Number(user), Number(user));
      const container = await start(user, dataDir, media);
      const client = await setUp(container);
      const { scan } = await scanLibrary(client, 'Books', '/media');
      expect(scan).toMatchObject({ status: 'completed' });
      const { data: books } = await client.call(listBooks, {});
      expect(books.map(({ path: file, page_count: pages }) => [file, pages]).sort()).toEqual([
        ['/media/Document/Document 001.pdf', 2],
        ['/media/Seven/Seven 001.cb7', 1],
        ['/media/Zip/Zip 001.cbz', 3],
      ]);
      const authorization = `Basic ${btoa(`${owner.username}:${owner.password}`)}`;
      for (const { id } of books) {
        const address = `${container.url}/api/v1/books/${id}/pages/1?width=20&format=webp`;
        const page = await fetch(address, { headers: { authorization } });
        expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/webp']);
      }
      expect((await fetch(container.url)).headers.get('content-type')).toMatch(/^text\/html/);

      const backup = await container.exec(['octavo', 'backup', '/data/copy.db']);
      expect(backup).toMatchObject({ code: 0, output: expect.stringMatching(/checked/) as string });
      for (const place of ['/media', '/opt/octavo', '/etc']) {
        const { output } = await container.exec(['touch', `${place}/file`]);
        expect(output).toMatch(/Read-only file system/);
      }
      expect((await container.exec(['id', '-u'])).output).toBe(`${user}\n`);
      expect(await container.stop()).toBe(0);
    },
  );

  test.skipIf(!canBuild)(
    'runs as any other user, keeps its data, and is unhealthy when it does not answer',
    needs(requirement),
    async () => {
      const user = '4242';
      const dataDir = path.join(folder, 'other');
      mkdirSync(dataDir, { mode: 0o700 });
      chownSync(dataDir, 4242, 4242);
      const media = path.join(folder, 'media');
      const first = await start(user, dataDir, media);
      await setUp(first);
      expect(await first.stop()).toBe(0);
      const second = await start(user, dataDir, media);
      await asOwner(second);
      const wrong = ['env', 'OCTAVO_SERVER__PORT=1', ...commandOf(final, 'HEALTHCHECK')];
      expect(await second.exec(wrong)).toMatchObject({ code: 1 });
      expect(await second.stop()).toBe(0);
    },
  );
});
