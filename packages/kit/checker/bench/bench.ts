/**
 * Measures the cost of the checker. It counts checked requests per second, in the process and over a port, and compares them
 * with a bare `fetch` loop over the same requests. It also measures how the work grows with the size of the document.
 *
 * Usage: `node bench/bench.ts [cases=2000]`. Machine load hardly affects the figures of CPU time.
 */
import { loadavg } from 'node:os'
import { loadDocument } from '@contract-kit/openapi'
import { ContractRun } from '../src/runner/contract-run.ts'
import { largeDocument } from '../test/large-document.ts'
import { createLargeServer } from '../test/large-server.ts'
import { startCpuClock } from './cpu-clock.ts'
import { generateCases } from './generate-cases.ts'
import { measureBare, measureRun, recordRun, type Rate } from './measure-rate.ts'
import { measureStart } from './measure-start.ts'
import { measureWorkers } from './measure-workers.ts'
import { startServer } from './start-server.ts'

const cases = Number(process.argv[2] ?? 2000)
const say = (text: string): void => void process.stdout.write(`${text}\n`)
const small = largeDocument(5)
const whole = (count: number): string => Math.round(count).toLocaleString('en')

const tell = (where: string, checked: Rate, bare: Rate): void => {
  say(`${where}: ${whole(checked.perSecond)} checked requests/s (${whole(checked.requests)} requests, ${checked.findings} findings), ${whole(bare.perSecond)} bare requests/s, 1 : ${(bare.perSecond / checked.perSecond).toFixed(1)}`)
  say(`  by CPU time of this process: ${whole(checked.perCpuSecond)} checked, ${whole(bare.perCpuSecond)} bare, 1 : ${(bare.perCpuSecond / checked.perCpuSecond).toFixed(1)}`)
} // prettier-ignore

const tellLoad = (): void => say(`load average: ${loadavg().map((load) => load.toFixed(1)).join(', ')}`) // prettier-ignore

tellLoad()

const inProcess = createLargeServer()
const local = { document: small, fetch: inProcess.fetch, reset: inProcess.reset }
await measureRun({ ...local, cases: 100 })
const checked = await measureRun({ ...local, cases })
const recorded = await recordRun({ ...local, cases }, inProcess.fetch)
inProcess.reset()
tell('in the process', checked, await measureBare(recorded, inProcess.fetch))

const DELAY_MS = 30
const slow = await measureWorkers(
  { document: largeDocument(15), fetch: createLargeServer().fetch, workers: 8 },
  DELAY_MS,
)
say(
  `8 workers, 15 operations, ${DELAY_MS} ms for each response: ${whole(slow.requests)} requests in ${(slow.elapsedMs / 1000).toFixed(1)} s, ` +
    `one after another at least ${(slow.serialMs / 1000).toFixed(1)} s, 1 : ${(slow.serialMs / slow.elapsedMs).toFixed(1)}; ${slow.findings} findings`,
)

const server = await startServer()
try {
  const remote = { document: small, baseUrl: server.url, reset: server.reset }
  const overPort = await measureRun({ ...remote, cases })
  const recordedRemote = await recordRun({ ...remote, cases }, (request) => fetch(request))
  await server.reset()
  tell('over a port', overPort, await measureBare(recordedRemote, (request) => fetch(request)))
} finally {
  server.stop()
}

generateCases(await loadDocument(largeDocument(30)), 1)
for (const operations of [15, 75, 300]) {
  const document = largeDocument(operations)
  const planning = startCpuClock()
  const run = await ContractRun.prepare({ document, fetch: inProcess.fetch })
  const plannedMs = planning()
  run.close()
  const loaded = await loadDocument(document)
  const generating = startCpuClock()
  const made = generateCases(loaded, 1)
  const generatedMs = generating()
  const larger = createLargeServer()
  const { requests, perCpuSecond, findings } = await measureRun({
    document,
    fetch: larger.fetch,
    reset: larger.reset,
    cases: 20,
  })
  say(
    `${operations} operations: plan ${(plannedMs / operations).toFixed(1)} ms and generate ${(generatedMs / operations).toFixed(1)} ms of CPU for each, ${(made / operations).toFixed(1)} cases for each; ` +
      `a run of 20 fuzz cases sends ${(requests / operations).toFixed(1)} requests for each, ${whole(perCpuSecond)} per CPU second, ${findings} findings`,
  )
}

say(`command line, 300 operations: first request after ${whole(await measureStart(largeDocument(300)))} ms`)
tellLoad()
