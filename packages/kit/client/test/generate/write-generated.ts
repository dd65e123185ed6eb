import { ferriesArguments, run } from './command.ts'

// Regenerates the modules in `generated/` after a change to the document or the generator.
const { output, exitCode } = run(ferriesArguments)
process.stdout.write(output)
process.exitCode = exitCode
