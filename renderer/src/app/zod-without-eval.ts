// Zod probes `new Function` for each object schema unless `jitless` is set; the page's CSP blocks
// that and the browser reports it. Zod reads this global when it is loaded, which the first page
// does not do.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
