import { availableParallelism } from 'node:os'
import type { OpenApiDocument } from '@contract-kit/express'
import type { Fault, FaultClass } from '@contract-kit/sandbox'
import { type Proof, toProof } from './proof.ts'

import { openProver, type ProofPart, type Prover } from './prover.ts'
import { sampleFaults } from './sample-faults.ts'
import { startProver } from './start-prover.ts'

/** Options of a proof. */
export interface ProofOptions {
  /** The bundled document: references lead to places within it. */
  readonly document: OpenApiDocument
  /** The most faults, spread over all kinds and operations. Default: all. */
  readonly sample?: number | undefined
  readonly classes?: readonly FaultClass[] | undefined
  readonly operations?: readonly string[] | undefined
  /** Random cases of the checker for each operation. */
  readonly cases?: number | undefined
  readonly seed?: number | undefined
  /** The number of threads. Default: one for each processor, fewer for few faults. */
  readonly threads?: number | undefined
  readonly onProgress?: (done: number, total: number) => void
}

const usualCases = 4

/** The number of faults for one request to a thread. */
const chunkSize = 20

/** The ids of the faults of one operation, which share runs on the correct server, in the order of the document. */
const inChunks = (faults: readonly Fault[]): string[][] =>
  Array.from({ length: Math.ceil(faults.length / chunkSize) }, (_none, index) =>
    faults.slice(index * chunkSize, (index + 1) * chunkSize).map(({ id }) => id),
  )

const longestOf = (queues: readonly string[][][]): string[][] =>
  queues.reduce((longest, queue) => (queue.length > longest.length ? queue : longest), [])

/** The minimum number of faults per thread. Fewer are done before another thread has started. */
const faultsForThread = 60

/**
 * Serves a document with one fault after another, and reports which of them our checker detects. Everything runs in this process. Runs
 * with the same seed give the same result for any number of threads.
 */
export async function proveDocument(options: ProofOptions): Promise<Proof> {
  const { document, cases = usualCases, seed = 1, threads = availableParallelism() } = options
  await using own = await openProver({ document, cases, seed })
  const chosen = chooseFaults(own.faults, options)
  const queues = [...Map.groupBy(chosen, ({ operationIds: [first] }) => first).values()].map(inChunks)
  const waiting = [...queues]

  const count = Math.min(threads, Math.ceil(chosen.length / faultsForThread))
  const others = Array.from({ length: Math.max(count - 1, 0) }, () => startProver({ document, cases, seed }))
  const parts: ProofPart[] = []
  let done = 0
  const proveSome = async (prover: Prover): Promise<void> => {
    let queue: string[][] = []
    while (true) {
      // A thread that has no operation left helps another one.
      if (queue.length === 0) queue = waiting.shift() ?? longestOf(queues)
      const chunk = queue.shift()
      if (chunk === undefined) return
      options.onProgress?.(done, chosen.length)
      parts.push(await prover.prove(chunk))
      done += chunk.length
    }
  }
  try {
    await Promise.all([own, ...others].map(proveSome))
  } finally {
    await Promise.all(others.map((other) => other[Symbol.asyncDispose]()))
  }
  const proven = new Map(parts.flatMap(({ faults }) => faults).map((fault) => [fault.id, fault]))

  return toProof({
    title: own.title,
    faults: chosen.flatMap(({ id }) => proven.get(id) ?? []),
    alarms: unite(parts.map(({ alarms }) => alarms)),
    obstacles: unite(parts.map(({ obstacles }) => obstacles)),
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
  })
}

const unite = (lists: readonly (readonly string[])[]): readonly string[] =>
  [...new Set(lists.flat())].toSorted()

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
