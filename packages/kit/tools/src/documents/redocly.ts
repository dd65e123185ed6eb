import { spawn } from 'node:child_process'
import { findProgram } from '../find-program.ts'
import { InputError } from '../input-error.ts'

/** The result of one run of the Redocly command line. */
export interface RedoclyRun {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

const cli = findProgram('@redocly/cli', 'redocly')

/** Runs the Redocly command line in a folder, without telemetry, update notices or any need of a network. */
export function runRedocly(args: readonly string[], cwd: string): Promise<RedoclyRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
      },
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output.stdout += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output.stderr += chunk))
    child.once('error', (error) => reject(new InputError(`Redocly cannot start: ${error.message}`)))
    child.once('close', (code) => resolve({ exitCode: code ?? 1, ...output }))
  })
}
