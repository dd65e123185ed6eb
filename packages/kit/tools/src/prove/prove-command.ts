import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { InputError } from '../input-error.ts'
import { type FaultyServer, openFaultyServer } from './faulty-server.ts'
import { type Proof, type ProvenFault, type ProvenLiberty, toProof } from './proof.ts'
import { sampleFaults } from './sample-faults.ts'
import { chooseFaults, type ProofOptions } from './prove-document.ts'
import { toProven } from './prover.ts'

/** How to run the tests of a project. */
export interface CommandOptions extends ProofOptions {
  /** The shell command: `npm test`. */
  readonly command: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The time limit in milliseconds. A run that exceeds it counts as detected. The first run, on the correct server, has no limit. */
  readonly timeoutMs?: number | undefined
}

const usualTimeoutMs = 120_000

/**
 * Runs a command once for each fault: if it fails, the fault is detected. The command gets the URL of the
 * server in `CONTRACT_URL`, and credentials that it accepts in `CONTRACT_TOKEN`, `CONTRACT_KEY`, `CONTRACT_USER` and `CONTRACT_PASSWORD`. Rejects with
 * an InputError if it fails on the correct server.
 */
export async function proveCommand(options: CommandOptions): Promise<Proof> {
  const { document, seed = 1, command, timeoutMs = usualTimeoutMs } = options
  await using server = await openFaultyServer(document, seed)
  const env = {
    ...options.env,
    CONTRACT_URL: server.url,
    CONTRACT_TOKEN: 'caller-token',
    CONTRACT_KEY: 'caller-key',
    CONTRACT_USER: 'caller',
    CONTRACT_PASSWORD: 'caller-password',
  }
  const run = async (limitMs?: number): Promise<Run> => runCommand(command, options.cwd, env, limitMs)
  const first = await run()
  if (!first.passed)
    throw new InputError(
      `"${command}" fails on the correct server too, so it cannot detect faults:\n${first.output.slice(-2000)}`,
    )
  const faults = chooseFaults(server.faults, options)
  const proven: ProvenFault[] = []
  for (const fault of faults) {
    options.onProgress?.(proven.length, faults.length)
    await server.serve(fault)
    const { passed } = await run(timeoutMs)
    proven.push(withAdvice(toProven(fault, passed ? undefined : command, server)))
  }
  const liberties: ProvenLiberty[] = []
  for (const liberty of chooseLiberties(server, options)) {
    const { id, title } = liberty
    await server.serve(liberty)
    const { passed } = await run(timeoutMs)
    liberties.push({ id, title, outcome: !passed ? 'broken' : server.deviations > 0 ? 'borne' : 'untried' })
  }
  return toProof({ title: server.title, faults: proven, liberties })
}

/** A test can check behavior that the document does not describe. */
function withAdvice(fault: ProvenFault): ProvenFault {
  if (fault.outcome === 'detected') return fault
  const advice =
    fault.outcome === 'missed'
      ? 'Look at it in a test, if your program depends on it.'
      : 'Send such a request in a test, if your program may send one.'
  return { ...fault, advice }
}

/** Variations are tested unless only some classes of faults are selected. */
function chooseLiberties({ liberties }: FaultyServer, { classes, operations, sample }: CommandOptions) {
  if (classes !== undefined) return []
  return sampleFaults(
    liberties.filter(
      ({ operationIds }) => operations === undefined || operationIds.some((id) => operations.includes(id)),
    ),
    sample ?? Infinity,
  )
}

interface Run {
  readonly passed: boolean
  /** Its output, including stderr. */
  readonly output: string
}

async function runCommand(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  limitMs: number | undefined,
): Promise<Run> {
  const child = spawn(command, { cwd, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  // The group includes the processes that the shell started.
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has already exited.
    }
  }
  const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { passed: code === 0, output }
  } finally {
    clearTimeout(timer)
  }
}
