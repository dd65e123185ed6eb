import { ferriesArguments, run } from './command.ts'

// Writes the modules under `generated/` again, after a change to the document or to the generator.
const { output, exitCode } = run(ferriesArguments)
process.stdout.write(output)
process.exitCode = exitCode
