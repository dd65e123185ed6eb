import process from 'node:process'
import { readConfig } from './config.ts'
import { assertPortIsFree } from './port.ts'
import { describeStartFailure } from './start-failure.ts'

// `build-then.ts` runs this first: a wrong setting or a port in use is reported before the build, which takes seconds.
try {
  const { host, port } = readConfig(process.env)
  await assertPortIsFree(host, port)
} catch (error) {
  const { exitCode, text } = describeStartFailure(error)
  process.stderr.write(`${text}\n`)
  process.exit(exitCode)
}
