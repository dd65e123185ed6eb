import type { MockOptions } from './start-mock.ts'

/** What the environment says (`HOST`, `MOCK_PORT`), or one sentence about what is wrong with it. */
export function readMockOptions(env: Record<string, string | undefined>): MockOptions | string {
  const port = env['MOCK_PORT'] || '4010'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return `MOCK_PORT must be a port number from 0 to 65535, not "${port}".`
  }
  return { host: env['HOST'] || '127.0.0.1', port: Number(port) }
}
