import { runCommand } from '../../generate/run-command.ts'

/** Runs `contract-client` in this process, and returns what it printed and its exit code. */
export function run(args: readonly string[]): { readonly output: string; readonly exitCode: number } {
  let output = ''
  const stream = { write: (text: string) => (output += text) }
  const exitCode = runCommand(args, { stdout: stream, stderr: stream })
  return { output, exitCode }
}

const folder = import.meta.dirname
const module = `${folder}/generated/ferries`

/** The arguments with which `contract-client` writes the committed modules of the ferries. */
export const ferriesArguments: readonly string[] = [
  `${folder}/ferries.yaml`,
  '--out',
  `${module}.ts`,
  '--examples',
  `${module}-examples.ts`,
  '--interface',
  'FerryMethods',
]
