import type { AddressInfo } from 'node:net';

import express from 'express';

/** Baseline: Express serving static files of a folder. */
const app = express();
const root = process.argv[2] ?? '.';
app.get('/cpu', (_request, response) => {
  const { user, system } = process.cpuUsage();
  response.send(String((user + system) / 1e6));
});
app.get('/:name', (request, response) => {
  response.sendFile(request.params.name, { root });
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`serves http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
