import process from 'node:process'
import { readConfig } from './config.ts'
import { assertPortIsFree } from './port.ts'
import { describeStartFailure } from './start-failure.ts'
import { MockStartError } from './start-mock.ts'

// `build-then.ts` runs this first: a wrong setting or a port in use is reported before the build, which takes seconds.
try {
  const { host, port, isSandbox, mockPort } = readConfig(process.env)
  await assertPortIsFree(host, port)
  if (isSandbox && mockPort > 0) {
    await assertPortIsFree(host, mockPort).catch(() => {
      throw new MockStartError(
        `The mock cannot listen on ${host}:${mockPort}: set MOCK_PORT to another port, or to 0 for no mock`,
      )
    })
  }
} catch (error) {
  const { exitCode, text } = describeStartFailure(error)
  process.stderr.write(`${text}\n`)
  process.exit(exitCode)
}
