import type { FaultTable } from '../fault.ts'
import { app, config, createServer, limits, log, shutdown, sqliteStore, startFailure } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: 'D12-01',
    file: config,
    find: 'PORT: integer(0, 65_535, 3000)',
    replace: 'PORT: integer(0, 65_535, 3001)',
  },
  {
    rule: 'D12-02',
    file: config,
    find: 'MOCK_PORT: integer(0, 65_535, 4010)',
    replace: 'MOCK_PORT: integer(0, 65_535, 4011)',
  },
  {
    rule: 'D12-03',
    file: createServer,
    find: 'tx.seedIfEmpty(publishedData)',
    replace: 'tx.seed(publishedData)',
  },
  {
    rule: 'D12-04',
    file: sqliteStore,
    find: 'const path = location === inMemory ? inMemory : resolve(location)',
    replace: "const path = location === inMemory ? resolve('memory.db') : resolve(location)",
  },
  {
    rule: 'D12-05',
    file: config,
    find: 'tokenTtlSeconds: read.TOKEN_TTL_SECONDS',
    replace: 'tokenTtlSeconds: 3600',
  },
  {
    rule: 'D12-06',
    file: config,
    find: 'cartTtlMs: read.CART_TTL_SECONDS * 1000',
    replace: 'cartTtlMs: 1_800_000',
  },
  {
    rule: 'D12-07',
    file: config,
    find: 'RATE_LIMIT_PER_MINUTE: integer(0, 1_000_000, 600)',
    replace: 'RATE_LIMIT_PER_MINUTE: integer(0, 1_000_000, 601)',
  },
  { rule: 'D12-08', file: limits, find: 'if (perMinute === 0) return\n      try', replace: 'try' },
  { rule: 'D12-09', file: app, find: 'if (parts.corsOrigins.length > 0) ', replace: '' },
  {
    rule: 'D12-10',
    file: startFailure,
    find: 'return { exitCode: 2, text: error.message }',
    replace: 'return { exitCode: 1, text: error.message }',
  },
  { rule: 'D12-11', file: app, find: "app.all('/readyz'", replace: "app.all('/ready'" },
  {
    rule: 'D12-12',
    file: app,
    find: "response.set('content-type', contentType)",
    replace: "response.set('content-type', 'application/json')",
  },
  {
    rule: 'D12-13',
    file: app,
    find: "...file('openapi.json', docs)",
    replace: "...file('reference.json', docs)",
  },
  { rule: 'D12-14', file: shutdown, find: 'await steps.close(graceMs)', replace: 'await steps.close(0)' },
  {
    rule: 'D12-15',
    file: log,
    find: 'const options = { level, base',
    replace: "const options = { level: 'info', base",
  },
  {
    rule: 'D12-16',
    file: config,
    find: "if (CARD_DATA_KEY === undefined) return 'CARD_DATA_KEY is required in production mode: 32 bytes in base64'",
    replace: '',
  },
]
