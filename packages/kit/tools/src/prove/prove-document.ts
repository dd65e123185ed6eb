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

/** The batch size: faults of one operation share a run on the correct server. */
const chunkSize = 20

/** The minimum number of faults per thread. Fewer are done before another thread has started. */
const faultsForThread = 60

/**
 * Serves a document with one fault after another, and reports which of them our checker detects. Everything runs in this process. Runs
 * with the same seed give the same result for any number of threads.
 */
export async function proveDocument(options: ProofOptions): Promise<Proof> {
  const { document, cases = usualCases, seed = 1, threads = availableParallelism() } = options
  await using own = await openProver({ document, cases, seed })
  const ids = chooseFaults(own.faults, options).map(({ id }) => id)
  const chunks = Array.from({ length: Math.ceil(ids.length / chunkSize) }, (_none, index) =>
    ids.slice(index * chunkSize, (index + 1) * chunkSize),
  )

  const count = Math.min(threads, Math.ceil(ids.length / faultsForThread))
  const others = Array.from({ length: Math.max(count - 1, 0) }, () => startProver({ document, cases, seed }))
  const parts: ProofPart[] = []
  let [next, done] = [0, 0]
  const proveSome = async (prover: Prover): Promise<void> => {
    while (next < chunks.length) {
      const index = next++
      const chunk = chunks[index] ?? []
      options.onProgress?.(done, ids.length)
      parts[index] = await prover.prove(chunk)
      done += chunk.length
    }
  }
  try {
    await Promise.all([own, ...others].map(proveSome))
  } finally {
    await Promise.all(others.map((other) => other[Symbol.asyncDispose]()))
  }

  return toProof({
    title: own.title,
    faults: parts.flatMap(({ faults }) => faults),
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
