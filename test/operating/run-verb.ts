import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { collectEnd } from '../process/collect-end.ts'
import type { Ended } from '../process/start-process.ts'

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}
/** Where the server keeps its compiled code as well: loading it again takes half of the time off. */
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node')

/**
 * Runs the script behind a verb of the repository to its end, as npm does, on the database of a URL; no file that it writes may
 * grow beyond a limit, where one is given, as if the disk ended there. `env` has more variables.
 */
export function runVerb(
  verb: string,
  databaseUrl: string,
  given: readonly string[] = [],
  maxFileBytes?: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  // POSIX counts in blocks of 512 bytes.
  const limit = maxFileBytes === undefined ? 'unlimited' : String(maxFileBytes / 512)
  const child = spawn('sh', ['-c', `ulimit -f ${limit}; exec ${scripts[verb]} "$@"`, 'sh', ...given], {
    cwd: root,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      NODE_COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return collectEnd(child)
}
