import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Probed {
  /** 99th percentile since the last question, ms. */
  loopDelayP99: number;
  rssBytes: number;
}

/** Loaded into a server that is measured: answers each message with what it has seen since the last one. */
const resolution = 1;
const delay = monitorEventLoopDelay({ resolution });
delay.enable();
process.on('message', () => {
  const loopDelayP99 = Math.max(0, delay.percentile(99) / 1e6 - resolution);
  delay.reset();
  process.send?.({ loopDelayP99, rssBytes: process.memoryUsage.rss() } satisfies Probed);
});
// Alone it keeps nobody alive.
process.channel?.unref();
