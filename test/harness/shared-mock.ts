import process from 'node:process'
import { type Mock, startMock } from '@giftcards/mock'

let started: Promise<Mock> | undefined

/**
 * Returns the URL of the mock of this test process. The mock is stateless and takes longer to start than most tests, so all
 * test files share it. It starts at the first call, and ends with the process.
 */
export async function sharedMock(): Promise<string> {
  started ??= startMock({ host: '127.0.0.1', port: 0 }).then((mock) => {
    process.once('exit', () => void mock.close())
    // Vitest ends a test process with SIGTERM. Without this listener, there would be no `exit` event.
    process.once('SIGTERM', () => process.exit())
    return mock
  })
  return (await started).url
}
