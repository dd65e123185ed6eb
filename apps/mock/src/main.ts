import { MockStartError, readMockOptions, startMock } from './index.ts'

const options = readMockOptions(process.env)
try {
  if (typeof options === 'string') throw new MockStartError(options)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort())
  const mock = await startMock({ ...options, signal: stop.signal })
  process.stdout.write(`Mock: ${mock.url}\n`)
  await mock.ended
} catch (error) {
  if (!(error instanceof MockStartError)) throw error
  process.stderr.write(`The mock cannot start: ${error.message}\n`)
  process.exitCode = 2
}
