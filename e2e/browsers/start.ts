import startHonbu from '../support/start-honbu.ts'

/** Makes the demo that each browser has a copy of. */
// biome-ignore lint/style/noDefaultExport: Playwright takes its global setup from the default export
export default () => startHonbu({ workers: 0 })
