import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Baseline server: sends the files of a folder from memory. */
const folder = process.argv[2] ?? '.';
const bodies = new Map(
  readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]),
);
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const body = bodies.get(request.url ?? '') ?? Buffer.alloc(0);
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`serves http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
