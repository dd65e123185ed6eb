import { run } from './command.ts'
import { argumentsFor, foreignApis } from './foreign-apis.ts'

// Writes the modules under `generated/` again, after a change to a document or to the generator.
for (const api of foreignApis) {
  const { output, exitCode } = run(argumentsFor(api))
  process.stdout.write(output)
  process.exitCode ||= exitCode
}
