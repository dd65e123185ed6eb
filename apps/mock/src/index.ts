import { fileURLToPath } from 'node:url'
import { type Mock, startMock as startKitMock } from '@contract-kit/tools/mock'

/** The mock cannot start; the message is one sentence for the user. */
export { InputError as MockStartError, type Mock } from '@contract-kit/tools/mock'

/** The address to listen on; port 0 picks a free one. */
export interface MockOptions {
  readonly host: string
  readonly port: number
  /** Stops the mock, even while it starts. */
  readonly signal?: AbortSignal
}

/** Starts the mock of the bundled contract. Rejects with a `MockStartError` if it cannot. */
export function startMock(options: MockOptions): Promise<Mock> {
  const document = fileURLToPath(import.meta.resolve('@giftcards/openapi/dist/openapi.json'))
  return startKitMock({ document, ...options, portSetting: 'MOCK_PORT' })
}

/** Reads the options from the environment (`HOST`, `MOCK_PORT`). Returns one sentence for an invalid value. */
export function readMockOptions(env: Readonly<Record<string, string | undefined>>): MockOptions | string {
  const port = env['MOCK_PORT'] || '4010'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return `MOCK_PORT must be a port number from 0 to 65535, not "${port}".`
  }
  return { host: env['HOST'] || '127.0.0.1', port: Number(port) }
}
