import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { openProver, type ProverOptions } from './prover.ts'

// The entry of a thread: receives the ids of some faults, and returns their results.
if (parentPort === null) throw new Error('This is the entry of a thread')
const requests = on(parentPort, 'message')
const prover = await openProver(workerData as ProverOptions)
for await (const [ids] of requests as AsyncIterable<[readonly string[]]>)
  parentPort.postMessage(await prover.prove(ids), [])
