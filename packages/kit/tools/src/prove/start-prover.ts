import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ProofPart, Prover, ProverOptions } from './prover.ts'

/** A prover in a separate thread. An error in the thread rejects the pending request. */
export function startProver(options: ProverOptions): Prover {
  const entry = new URL(`./prover-thread${extname(import.meta.url)}`, import.meta.url)
  const thread = new Worker(entry, { workerData: options, stdin: false })
  // An error between two requests is thrown by the next request.
  let failure: unknown
  thread.once('error', (error) => {
    failure = error
  })
  return {
    async prove(ids) {
      if (failure !== undefined) throw failure
      thread.postMessage(ids, [])
      const [part] = (await once(thread, 'message')) as [ProofPart]
      return part
    },
    async [Symbol.asyncDispose]() {
      await thread.terminate()
    },
  }
}
