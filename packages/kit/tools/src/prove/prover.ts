import { checkContract, type CheckContractOptions, ConfigurationError } from '@contract-kit/checker'
import type { OpenApiDocument } from '@contract-kit/express'
import type { Fault } from '@contract-kit/sandbox'
import { type FaultyServer, openFaultyServer } from './faulty-server.ts'
import type { ProvenFault } from './proof.ts'
import { watchFor } from './unseen-faults.ts'

/** The options of a prover, which can be sent to a thread. */
export interface ProverOptions {
  readonly document: OpenApiDocument
  readonly cases: number
  readonly seed: number
}

/** The results for some faults. */
export interface ProofPart {
  readonly faults: readonly ProvenFault[]
  /** Findings on the correct server, at the operations of these faults. */
  readonly alarms: readonly string[]
  /** Untested parts on the correct server. */
  readonly obstacles: readonly string[]
  /** The number of requests to faulty servers. */
  readonly requests: number
}

/** Tests faults one after another. */
export interface Prover extends AsyncDisposable {
  prove(ids: readonly string[]): Promise<ProofPart>
}

/** Runs our checker in this thread, against a server with one fault after another. */
export async function openProver(
  options: ProverOptions,
): Promise<Prover & Pick<FaultyServer, 'title' | 'faults'>> {
  const server = await openFaultyServer(options.document, options.seed)
  const byId = new Map(server.faults.map((fault) => [fault.id, fault]))
  const rightRuns = new Map<string, Promise<RightRun>>()
  const checkRightly = (include: readonly string[]): Promise<RightRun> => {
    const name = include.join(' ')
    const run = rightRuns.get(name) ?? runRightly(server, options, include)
    rightRuns.set(name, run)
    return run
  }
  return {
    title: server.title,
    faults: server.faults,
    async prove(ids) {
      const faults: ProvenFault[] = []
      const alarms = new Set<string>()
      const obstacles = new Set<string>()
      let requests = 0
      for (const fault of ids.flatMap((id) => byId.get(id) ?? [])) {
        let detectedBy: string | undefined
        let deviations = 0
        for (const include of scopesOf(fault)) {
          const right = await checkRightly(include)
          for (const alarm of right.alarms) alarms.add(alarm)
          for (const obstacle of right.obstacles) obstacles.add(obstacle)
          const wrong = await runWrongly(server, options, fault, include, right)
          requests += wrong.requests
          deviations += wrong.deviations
          detectedBy = wrong.detectedBy
          if (detectedBy !== undefined) break
        }
        faults.push(toProven(fault, detectedBy, { deviations }))
      }
      return { faults, alarms: [...alarms], obstacles: [...obstacles], requests }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** The results for the correct server. */
interface RightRun {
  /** The keys of all findings. */
  readonly known: ReadonlySet<string>
  readonly alarms: readonly string[]
  readonly obstacles: readonly string[]
  /** The phases, with the faults that change no response in them. */
  readonly runs: readonly { readonly phases: readonly Phase[]; readonly unseen: ReadonlySet<Fault> }[]
}

async function runRightly(
  server: FaultyServer,
  options: ProverOptions,
  include: readonly string[],
): Promise<RightRun> {
  const known = new Set<string>()
  const alarms = new Set<string>()
  const obstacles = new Set<string>()
  const runs: RightRun['runs'][number][] = []
  for (const phases of [single, stateful]) {
    const { watched, unseen } = watchFor(server.faults)
    await server.serve(watched)
    await check(server, options, include, phases, (key) => void known.add(key))
    runs.push({ phases, unseen })
  }
  // Some phases alone may lack information from a whole run.
  if (known.size > 0) {
    await server.serve()
    await check(
      server,
      options,
      include,
      [...single, ...stateful],
      (key, text) => void (isObstacle(key) ? obstacles : alarms).add(text),
    )
  }
  return { known, alarms: [...alarms], obstacles: [...obstacles], runs }
}

async function runWrongly(
  server: FaultyServer,
  options: ProverOptions,
  fault: Fault,
  include: readonly string[],
  { known, runs }: RightRun,
): Promise<{
  readonly detectedBy: string | undefined
  readonly requests: number
  readonly deviations: number
}> {
  await server.serve(fault)
  let detectedBy: string | undefined
  let requests = 0
  const hear = (key: string, text: string): 'stop' | void => {
    if (known.has(key)) return undefined
    detectedBy ??= text
    return 'stop'
  }
  // A run is the same as on the correct server until the fault shows.
  const showing = runs.filter(({ unseen }) => !unseen.has(fault)).map(({ phases }) => phases)
  for (const phases of beginsStateful(fault) ? showing.toReversed() : showing) {
    if (detectedBy !== undefined) break
    try {
      requests += await check(server, options, include, phases, hear)
    } catch (error) {
      // The fault breaks even the first request, which checks that the server is up.
      if (!(error instanceof ConfigurationError)) throw error
      detectedBy = 'the server cannot be reached'
    }
  }
  return { detectedBy, requests, deviations: server.deviations }
}

/** Runs the checker; returns the number of its requests. */
async function check(
  server: FaultyServer,
  { document, cases, seed }: ProverOptions,
  include: readonly string[],
  phases: readonly Phase[],
  onFinding: (key: string, text: string) => 'stop' | void,
): Promise<number> {
  const result = await checkContract({
    document,
    baseUrl: server.url,
    include,
    cases,
    seed,
    identities: server.identities,
    reset: () => server.reset(),
    onFinding: ({ key, check: id, operationId }) => onFinding(key, `${id} on ${operationId ?? 'the API'}`),
    phases,
  })
  // An inconclusive run does not pass either.
  for (const { kind } of result.obstacles) onFinding(`obstacle ${kind}`, `${kind} at ${include[0] ?? ''}`)
  return result.requests
}

/** Whether a finding reports an untested part, not a failure. */
const isObstacle = (key: string): boolean => /^(?:obstacle |operation-never-succeeded:)/.test(key)

type Phase = NonNullable<CheckContractOptions['phases']>[number]

const single: readonly Phase[] = ['examples', 'coverage', 'fuzz']
const stateful: readonly Phase[] = ['stateful']

/** Whether the stateful phase is the most likely to detect a fault. It comes first then, since a run ends with the first finding. */
const beginsStateful = ({ class: name }: Fault): boolean =>
  name === 'state' || name === 'lists' || name === 'values'

/** The operations to check for a fault: its own, then also others that share its cause, such as a schema. */
const scopesOf = ({ operationIds }: Fault): readonly (readonly string[])[] =>
  operationIds.length < 2 ? [operationIds] : [operationIds.slice(0, 1), operationIds.slice(0, concerned)]

/** The most operations to check for one fault. */
const concerned = 3

/** The outcome of a fault. */
export function toProven(
  fault: Fault,
  detectedBy: string | undefined,
  { deviations }: Pick<FaultyServer, 'deviations'>,
): ProvenFault {
  const { id, kind, class: name, title, operationIds, advice } = fault
  const shared = { id, kind, class: name, title, operationId: operationIds[0] ?? '' }
  if (detectedBy !== undefined) return { ...shared, outcome: 'detected', detectedBy }
  if (deviations > 0) return { ...shared, outcome: 'missed', advice }
  // A response that is never sent cannot be wrong. A request that is never sent is a gap.
  return { ...shared, outcome: name === 'responses' ? 'unreachable' : 'untried', advice }
}
