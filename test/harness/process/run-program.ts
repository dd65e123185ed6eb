import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** What a program has written and how it ended. */
export interface ProgramRun {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
}

/** Runs a program to its end without holding up the servers of this process. */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<ProgramRun> {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code]: (number | null)[] = await once(child, 'close')
  return { stdout, stderr, code: code ?? null }
}
