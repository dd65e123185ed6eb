import { checkContract, type CheckContractOptions, ConfigurationError } from '@contract-kit/checker'
import type { OpenApiDocument } from '@contract-kit/express'
import type { Fault } from '@contract-kit/sandbox'
import { type FaultyServer, openFaultyServer } from './faulty-server.ts'
import type { ProvenFault } from './proof.ts'
import { watchFor } from './unseen-faults.ts'

/** What a prover needs; it can be sent to a thread. */
export interface ProverOptions {
  readonly document: OpenApiDocument
  readonly cases: number
  readonly seed: number
}

/** The results for some faults. */
export interface ProofPart {
  readonly faults: readonly ProvenFault[]
  /** What the checker finds on the right server, at the operations of these faults. */
  readonly alarms: readonly string[]
  /** What the checker could not judge, on the right server. */
  readonly obstacles: readonly string[]
  /** Those to wrong servers. */
  readonly requests: number
}

/** Tries faults one after another. */
export interface Prover extends AsyncDisposable {
  prove(ids: readonly string[]): Promise<ProofPart>
}

/** Runs our checker against a server of the document that is wrong in one way after another, in this thread. */
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
        const include = fault.operationIds.slice(0, concerned)
        const right = await checkRightly(include)
        for (const alarm of right.alarms) alarms.add(alarm)
        for (const obstacle of right.obstacles) obstacles.add(obstacle)
        if (right.unseen.has(fault)) {
          faults.push(toProven(fault, undefined, { deviations: 0 }))
          continue
        }
        const wrong = await runWrongly(server, options, fault, include, right.known)
        requests += wrong.requests
        faults.push(toProven(fault, wrong.noticedBy, server))
      }
      return { faults, alarms: [...alarms], obstacles: [...obstacles], requests }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** The right server, checked. */
interface RightRun {
  /** The keys of all findings. */
  readonly known: ReadonlySet<string>
  readonly alarms: readonly string[]
  readonly obstacles: readonly string[]
  /** Faults that change none of its responses: a server with one of them would do the same. */
  readonly unseen: ReadonlySet<Fault>
}

async function runRightly(
  server: FaultyServer,
  options: ProverOptions,
  include: readonly string[],
): Promise<RightRun> {
  const known = new Set<string>()
  const alarms = new Set<string>()
  const obstacles = new Set<string>()
  const { watched, unseen } = watchFor(server.faults)
  await server.serve(watched)
  for (const phases of [single, stateful])
    await check(server, options, include, phases, (key) => void known.add(key))
  // A part of the phases may lack what a whole run finds out.
  if (known.size > 0)
    await check(
      server,
      options,
      include,
      [...single, ...stateful],
      (key, text) => void (isObstacle(key) ? obstacles : alarms).add(text),
    )
  return { known, alarms: [...alarms], obstacles: [...obstacles], unseen }
}

async function runWrongly(
  server: FaultyServer,
  options: ProverOptions,
  fault: Fault,
  include: readonly string[],
  known: ReadonlySet<string>,
): Promise<{ readonly noticedBy: string | undefined; readonly requests: number }> {
  await server.serve(fault)
  let noticedBy: string | undefined
  let requests = 0
  const hear = (key: string, text: string): 'stop' | void => {
    if (known.has(key)) return undefined
    noticedBy ??= text
    return 'stop'
  }
  for (const phases of phasesFor(fault)) {
    if (noticedBy !== undefined) break
    try {
      requests += await check(server, options, include, phases, hear)
    } catch (error) {
      // The server breaks off even the first request, which asks whether it is there.
      if (!(error instanceof ConfigurationError)) throw error
      noticedBy = 'the server cannot be reached'
    }
  }
  return { noticedBy, requests }
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
  // A run that could not judge is not green either.
  for (const { kind } of result.obstacles) onFinding(`obstacle ${kind}`, `${kind} at ${include[0] ?? ''}`)
  return result.requests
}

/** Whether a finding says that something could not be judged, and not that it is wrong. */
const isObstacle = (key: string): boolean => /^(?:obstacle |operation-never-succeeded:)/.test(key)

type Phase = NonNullable<CheckContractOptions['phases']>[number]

const single: readonly Phase[] = ['examples', 'coverage', 'fuzz']
const stateful: readonly Phase[] = ['stateful']

/** All phases of the checker: first those that are most likely to notice a fault, since a run ends with the first finding. */
const phasesFor = ({ class: name }: Fault): readonly (readonly Phase[])[] =>
  name === 'state' || name === 'lists' || name === 'values' ? [stateful, single] : [single, stateful]

/** A schema may be shared by many operations; the fault shows at each of them. */
const concerned = 3

/** Tells what became of a fault that the server served last. */
export function toProven(
  fault: Fault,
  noticedBy: string | undefined,
  { deviations }: Pick<FaultyServer, 'deviations'>,
): ProvenFault {
  const { id, kind, class: name, title, operationIds, advice } = fault
  const shared = { id, kind, class: name, title, operationId: operationIds[0] ?? '' }
  if (noticedBy !== undefined) return { ...shared, outcome: 'noticed', noticedBy }
  if (deviations > 0) return { ...shared, outcome: 'missed', advice }
  // A response that is never sent cannot be wrong; a request that is never sent leaves a hole.
  return { ...shared, outcome: name === 'responses' ? 'unreachable' : 'untried', advice }
}
