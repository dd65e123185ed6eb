import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** What one run of the Redocly command line left behind. */
export interface RedoclyRun {
  exitCode: number
  stdout: string
  stderr: string
}

const packageFile = createRequire(import.meta.url).resolve('@redocly/cli/package.json')
const cli = join(dirname(packageFile), 'bin/cli.js')

/** Runs the Redocly command line in `cwd`, without telemetry, update notices or any need of a network. */
export function runRedocly(args: readonly string[], cwd: string): RedoclyRun {
  const run = spawnSync(process.execPath, [cli, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
    },
  })
  if (run.error) throw run.error
  return { exitCode: run.status ?? 1, stdout: run.stdout, stderr: run.stderr }
}
