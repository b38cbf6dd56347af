/**
 * The walls (docs/architecture.md): web → contract ← server, areas → platform, an area into another only by its door.
 * @type {import('dependency-cruiser').IConfiguration}
 */
const area = '^server/src/([^/]+)/'
/** Not an area: what every area stands on, and data that is made through all areas. */
const notAnArea = '^server/src/(platform|demo)/'
const test = '[.]test[.]tsx?$'

module.exports = {
  forbidden: [
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-imports-only-zod',
      comment: 'Both sides read the contract; what it imports, the browser loads.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: test },
      to: { pathNot: ['^contract/src/', '^node_modules/zod/'] },
    },
    {
      name: 'web-imports-no-server',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: '^(server|sandbox|e2e|bench|scripts)/' },
    },
    {
      name: 'server-imports-no-web',
      severity: 'error',
      from: { path: '^(server|contract|sandbox)/' },
      to: { path: '^(web|e2e|bench|scripts)/' },
    },
    {
      name: 'platform-knows-no-area',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: test },
      to: { path: '^server/src/', pathNot: '^server/src/platform/' },
    },
    {
      name: 'areas-by-their-door',
      comment: "An area takes from another only what that one's index.ts hands out.",
      severity: 'error',
      from: { path: area, pathNot: notAnArea },
      to: { path: area, pathNot: ['^server/src/$1/', notAnArea, '^server/src/[^/]+/index[.]ts$'] },
    },
    {
      name: 'app-by-the-doors',
      severity: 'error',
      from: { path: '^server/src/[^/]+[.]ts$', pathNot: test },
      to: { path: area, pathNot: ['^server/src/platform/', '^server/src/[^/]+/index[.]ts$'] },
    },
    {
      name: 'ui-knows-no-area',
      comment: 'A grid reads and a form saves; they do it by the client of the API, and know nothing else.',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^web/src/(?!ui/|app/api[.]ts$)' },
    },
    {
      name: 'sandbox-from-outside',
      comment: 'The sandbox stands in for others: the product is put together with it, no area knows it.',
      severity: 'error',
      from: {
        path: '^(server|web|contract)/',
        pathNot: [
          '^server/src/(main|start|app)[.]ts$',
          '^server/src/platform/sandbox-pages[.]ts$',
          '^server/test/',
          test,
        ],
      },
      to: { path: '^sandbox/' },
    },
    {
      name: 'tests-from-tests',
      severity: 'error',
      from: { path: '^(server|web|contract|sandbox)/src/', pathNot: test },
      to: { path: [test, '^server/test/'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
