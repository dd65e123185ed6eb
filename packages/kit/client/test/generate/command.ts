import { runCommand } from '../../generate/run-command.ts'

/** Runs `contract-client` in this process, and returns what it printed and its exit code. */
export function run(args: readonly string[]): { readonly output: string; readonly exitCode: number } {
  let output = ''
  const stream = { write: (text: string) => (output += text) }
  const exitCode = runCommand(args, { stdout: stream, stderr: stream })
  return { output, exitCode }
}
