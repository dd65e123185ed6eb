import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { Readable } from 'node:stream'
import { repositoryRoot } from '../repository-root.ts'
import { type Ended, spawnGuarded } from './spawn-guarded.ts'

export type ProgramRun = Ended

/** Runs a program to its end without blocking the servers of this process. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<ProgramRun> {
  return spawnGuarded(file, args, options).ended
}

const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}
/** The compile cache that the server also uses. It halves the load time. */
const NODE_COMPILE_CACHE = join(repositoryRoot, 'node_modules/.cache/node')

/** The input and environment of a verb. */
interface VerbOptions {
  /** The standard input. */
  readonly input?: string
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs the script behind a verb of the repository to its end, as npm does, with the database of a URL. */
export function runVerb(
  verb: string,
  databaseUrl: string,
  given: readonly string[] = [],
  {
    maxFileBytes,
    input = '',
    env = {},
  }: VerbOptions & {
    /** The maximum size of each written file in bytes, to simulate a full disk. */
    readonly maxFileBytes?: number
  } = {},
): Promise<Ended> {
  // POSIX counts in blocks of 512 bytes.
  const limit = maxFileBytes === undefined ? 'unlimited' : String(maxFileBytes / 512)
  return spawnGuarded('sh', ['-c', `ulimit -f ${limit}; exec ${scripts[verb]} "$@"`, 'sh', ...given], {
    cwd: repositoryRoot,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      NODE_COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      ...env,
    },
    input,
  }).ended
}

let last: Promise<unknown> = Promise.resolve()
let runs = 0

/**
 * Runs a verb in this process, which takes a hundredth of the time. The module of the verb is evaluated with its own
 * arguments, environment and streams. Only one verb runs at a time.
 */
export function runVerbHere(...args: Parameters<typeof evaluateVerb>): Promise<Ended> {
  const run = last.then(() => evaluateVerb(...args))
  last = run.catch(() => undefined)
  return run
}

async function evaluateVerb(
  verb: string,
  databaseUrl: string,
  given: readonly string[] = [],
  { input = '', env = {} }: VerbOptions = {},
): Promise<Ended> {
  const [, file = ''] = /^node (\S+)$/.exec(scripts[verb] ?? '') ?? []
  const written = { stdout: '', stderr: '' }
  const parts = {
    argv: { value: [process.execPath, file, ...given] },
    env: { value: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, ...env } },
    stdin: { value: Readable.from([input]) },
    stdout: { value: { write: (text: string) => (written.stdout += text) } },
    stderr: { value: { write: (text: string) => (written.stderr += text) } },
  }
  const { argv, env: ownEnv, stdin, stdout, stderr } = Object.getOwnPropertyDescriptors(process)
  const { exitCode } = process
  Object.defineProperties(process, parts)
  process.exitCode = undefined
  try {
    runs += 1
    // A module is evaluated only once for each address, so each run has a different query.
    await import(/* @vite-ignore */ `${join(repositoryRoot, file)}?run=${runs}`)
    return { code: (process.exitCode as number | undefined) ?? 0, ...written }
  } finally {
    Object.defineProperties(process, { argv, env: ownEnv, stdin, stdout, stderr })
    process.exitCode = exitCode
  }
}
