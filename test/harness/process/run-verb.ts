import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { collectEnd } from './collect-end.ts'
import type { Ended } from './start-process.ts'

const root = join(import.meta.dirname, '../../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}
/** Where the server keeps its compiled code as well: loading it again takes half of the time off. */
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/node')

/** The state in which a verb runs. */
interface VerbOptions {
  /** No file that it writes may grow beyond this, as if the disk ended there. */
  readonly maxFileBytes?: number
  /** Its standard input. */
  readonly input?: string
  /** More variables of its environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs the script behind a verb of the repository to its end, as npm does, on the database of a URL. */
export function runVerb(
  verb: string,
  databaseUrl: string,
  given: readonly string[] = [],
  { maxFileBytes, input, env = {} }: VerbOptions = {},
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
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A verb that reads nothing may end before it takes it.
  child.stdin.on('error', () => undefined).end(input)
  return collectEnd(child)
}
