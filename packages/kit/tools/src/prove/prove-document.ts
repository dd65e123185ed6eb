import { checkContract, type CheckContractOptions, ConfigurationError } from '@contract-kit/checker'
import type { OpenApiDocument } from '@contract-kit/express'

import type { Fault, FaultClass } from '@contract-kit/sandbox'
import { type FaultyServer, openFaultyServer } from './faulty-server.ts'

import { type Proof, type ProvenFault, toProof } from './proof.ts'
import { sampleFaults } from './sample-faults.ts'

/** Which faults to try, and how. */
export interface ProofOptions {
  /** The bundled document: references lead to places within it. */
  readonly document: OpenApiDocument
  /** At most this many faults, spread over all kinds and operations; all unless given. */
  readonly sample?: number | undefined
  readonly classes?: readonly FaultClass[] | undefined
  readonly operations?: readonly string[] | undefined
  /** Random cases of the checker for each operation. */
  readonly cases?: number | undefined
  readonly seed?: number | undefined
  readonly onProgress?: (done: number, total: number) => void
}

const usualCases = 4

/**
 * Serves a document wrongly, one fault after another, and tells which of them our checker notices. Everything runs in this process, and two
 * runs with one seed are the same.
 */
export async function proveDocument(options: ProofOptions): Promise<Proof> {
  const { document, cases = usualCases, seed = 1 } = options
  await using server = await openFaultyServer(document, seed)
  const { identities } = server
  const faults = chooseFaults(server.faults, options)
  let requests = 0
  const check = async (
    include: readonly string[],
    onFinding: (key: string, text: string) => 'stop' | void,
    phases: readonly Phase[],
  ): Promise<void> => {
    const result = await checkContract({
      document,
      baseUrl: server.url,
      include,
      cases,
      seed,
      identities,
      reset: () => server.reset(),
      onFinding: ({ key, check: id, operationId }) => onFinding(key, `${id} on ${operationId ?? 'the API'}`),
      phases,
    })
    requests += result.requests
    // A run that could not judge is not green either.
    for (const { kind } of result.obstacles) onFinding(`obstacle ${kind}`, `the run is incomplete: ${kind}`)
  }

  const alarms = new Set<string>()
  const knownByNames = new Map<string, ReadonlySet<string>>()
  /** The keys of the findings on the right server. */
  const knownAt = async (include: readonly string[]): Promise<ReadonlySet<string>> => {
    const name = include.join(' ')
    const earlier = knownByNames.get(name)
    if (earlier !== undefined) return earlier
    const known = new Set<string>()
    await server.serve()
    for (const phases of [single, stateful]) await check(include, (key) => void known.add(key), phases)
    // A part of the phases may lack what a whole run finds out.
    if (known.size > 0) await check(include, (_key, text) => void alarms.add(text), [...single, ...stateful])
    knownByNames.set(name, known)
    return known
  }

  const proven: ProvenFault[] = []
  for (const fault of faults) {
    options.onProgress?.(proven.length, faults.length)
    const include = fault.operationIds.slice(0, concerned)
    const known = await knownAt(include)
    await server.serve(fault)
    let noticedBy: string | undefined
    const hear = (key: string, text: string): 'stop' | void => {
      if (known.has(key)) return undefined
      noticedBy ??= text
      return 'stop'
    }
    for (const phases of phasesFor(fault)) {
      if (noticedBy !== undefined) break
      await check(include, hear, phases).catch((error: unknown) => {
        // The server breaks off even the first request, which asks whether it is there.
        if (!(error instanceof ConfigurationError)) throw error
        noticedBy = 'the server cannot be reached'
      })
    }
    proven.push(toProven(fault, noticedBy, server))
  }
  return toProof(server.title, proven, [...alarms].toSorted(), requests)
}

type Phase = NonNullable<CheckContractOptions['phases']>[number]

const single: readonly Phase[] = ['examples', 'coverage', 'fuzz']
const stateful: readonly Phase[] = ['stateful']

/** All phases of the checker: first those that are most likely to notice a fault, since a run ends with the first finding. */
const phasesFor = ({ class: name }: Fault): readonly (readonly Phase[])[] =>
  name === 'state' || name === 'lists' || name === 'values' ? [stateful, single] : [single, stateful]

/** A schema may be shared by many operations; the fault shows at each of them. */
const concerned = 3

/** The faults to try, in the order of the document. */
export function chooseFaults(
  faults: readonly Fault[],
  { classes, operations, sample }: ProofOptions,
): readonly Fault[] {
  const chosen = faults.filter(
    (fault) =>
      (classes === undefined || classes.includes(fault.class)) &&
      (operations === undefined || fault.operationIds.some((id) => operations.includes(id))),
  )
  return sample === undefined ? chosen : sampleFaults(chosen, sample)
}

/** Tells what became of a fault that the server served last. */
export function toProven(
  fault: Fault,
  noticedBy: string | undefined,
  { deviations }: FaultyServer,
): ProvenFault {
  const { id, kind, class: name, title, operationIds, advice } = fault
  const shared = { id, kind, class: name, title, operationId: operationIds[0] ?? '' }
  if (noticedBy !== undefined) return { ...shared, outcome: 'noticed', noticedBy }
  if (deviations > 0) return { ...shared, outcome: 'missed', advice }
  // A response that is never sent cannot be wrong; a request that is never sent leaves a hole.
  return { ...shared, outcome: name === 'responses' ? 'unreachable' : 'untried', advice }
}
