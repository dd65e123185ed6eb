import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { Readable } from 'node:stream'
import { repositoryRoot } from '../repository-root.ts'
import { type Ended, spawnGuarded } from './spawn-guarded.ts'

export type ProgramRun = Ended

/** Runs a program to its end without holding up the servers of this process. */
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
/** Where the server keeps its compiled code as well: loading it again takes half of the time off. */
const NODE_COMPILE_CACHE = join(repositoryRoot, 'node_modules/.cache/node')

/** The state in which a verb runs. */
interface VerbOptions {
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
  {
    maxFileBytes,
    input = '',
    env = {},
  }: VerbOptions & {
    /** No file that it writes may grow beyond this, as if the disk ended there. */
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
 * The same in this process, which takes a hundredth of the time: the module of the verb is evaluated with the arguments, environment
 * and streams of a process of its own. One runs at a time.
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
    // A module is evaluated once for each address.
    await import(/* @vite-ignore */ `${join(repositoryRoot, file)}?run=${runs}`)
    return { code: (process.exitCode as number | undefined) ?? 0, ...written }
  } finally {
    Object.defineProperties(process, { argv, env: ownEnv, stdin, stdout, stderr })
    process.exitCode = exitCode
  }
}
