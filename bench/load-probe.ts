import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Probed {
  /** 99th percentile of the event loop delay since the last message (ms). */
  loopDelayP99: number;
  rssBytes: number;
  /** Processor time since the start (ms). */
  cpuMs: number;
}

/** Preloaded into a measured server: answers each message with the values since the last one. */
const resolution = 1;
const delay = monitorEventLoopDelay({ resolution });
delay.enable();
process.on('message', () => {
  const loopDelayP99 = Math.max(0, delay.percentile(99) / 1e6 - resolution);
  delay.reset();
  const { user, system } = process.cpuUsage();
  process.send?.({
    loopDelayP99,
    rssBytes: process.memoryUsage.rss(),
    cpuMs: (user + system) / 1000,
  } satisfies Probed);
});
// Do not keep the process alive.
process.channel?.unref();
