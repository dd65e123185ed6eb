import { drawOperations, drawOrders, drawWorks, type Drawing } from './bench-drawings.ts'
import type { BenchFigures } from './bench-figures.ts'
import {
  titleOf,
  toConnectionTable,
  toCount,
  toInstancesTable,
  toLatency,
  toMegabytes,
  toOperationsTable,
  toOrdersTable,
  toSideTable,
  toStartTable,
  toTargetTable,
} from './bench-tables.ts'
import { toRatio } from './to-ratio.ts'

/** What is drawn from the figures of the bench, by the address under which the guide names it. */
export function toBenchDrawings(figures: BenchFigures): Readonly<Record<string, Drawing>> {
  return {
    'drawn/bench-works': drawWorks(figures),
    'drawn/bench-operations': drawOperations(figures),
    'drawn/bench-orders': drawOrders(figures),
  }
}

/** The tables and sentences of the guide that shows the figures of the bench. */
export function toBenchInserts(figures: BenchFigures): Readonly<Record<string, () => string>> {
  const drawings = toBenchDrawings(figures)
  const draw = (address: string): string => `![${drawings[address]?.alternative ?? ''}](${address})`
  return {
    'bench-targets': () => toTargetTable(figures),
    'bench-bars': () => draw('drawn/bench-works'),
    'bench-ratios': () =>
      toSideTable(figures, ({ ratio, cpuRatio }) =>
        ratio === undefined || cpuRatio === undefined ? '' : `${toRatio(ratio)} (${toRatio(cpuRatio)})`,
      ),
    'bench-rates': () => toSideTable(figures, ({ perSecond }) => toCount(perSecond)),
    'bench-latencies': () =>
      toSideTable(figures, ({ p50Us, p99Us }) => `${toLatency(p50Us)}, ${toLatency(p99Us)}`),
    'bench-cpu': () =>
      toSideTable(figures, ({ cpuUs, databaseCpuUs }) =>
        databaseCpuUs === 0 ? toCount(cpuUs) : `${toCount(cpuUs)} + ${toCount(databaseCpuUs)}`,
      ),
    'bench-connections': () => toConnectionTable(figures),
    'bench-start': () => toStartTable(figures),
    'bench-memory': () => tellMemory(figures),
    'bench-operations-lines': () => draw('drawn/bench-operations'),
    'bench-operations': () => toOperationsTable(figures),
    'bench-orders-lines': () => draw('drawn/bench-orders'),
    'bench-orders': () => toOrdersTable(figures),
    'bench-instances': () => toInstancesTable(figures),
    'bench-tools': () => tellTools(figures),
    'bench-machine': () => tellMachine(figures),
  }
}

function tellMemory({ memory, titles }: BenchFigures): string {
  const { idleRssBytes, usedRssBytes, quarterRssBytes, requests, perSecond } = memory
  const [third = 0, last = 0] = quarterRssBytes.slice(-2)
  const [first = 0] = quarterRssBytes
  return (
    `${titleOf(titles.sides, 'sqlite')}: ${toMegabytes(idleRssBytes)} when idle, ${toMegabytes(usedRssBytes)} after one request of ` +
    `each kind, ${toMegabytes(first)} after a quarter of ${toCount(requests)} requests, and ${toMegabytes(last)} after all of ` +
    `them: in the last quarter it grew by ${toMegabytes(last - third)}. As many requests make an hour at ${perSecond} a second.`
  )
}

function tellTools({ client, checker, types }: BenchFigures): string {
  const { inProcess, overPort } = checker
  const { own, bareHttp, heap } = client
  const heaps = heap.map(
    ({ calls, heapBytes }) => `${(heapBytes / 1e6).toFixed(1)} MB after ${toCount(calls)} calls`,
  )
  return [
    `- A call by the client to our server takes ${toCount(own.client.wallUs)} µs, the same by bare openapi-fetch ${toCount(own.openapiFetch.wallUs)} µs: ` +
      `${own.addedWallPercent.toFixed(1)} % more by the clock, and ${own.addedCpuPercent.toFixed(1)} % more CPU time of the caller. ` +
      `Where \`node:http\` answers the same bytes at once, it is ${toCount(bareHttp.client.wallUs)} and ${toCount(bareHttp.openapiFetch.wallUs)} µs, ` +
      `${bareHttp.addedWallPercent.toFixed(1)} % more (medians of ${own.rounds} rounds). Over openapi-fetch with a timeout by ` +
      `\`AbortSignal.timeout\`, which no caller should do without, the client adds ${own.overTimedPercent.toFixed(1)} %.`,
    `- The heap of a program that calls by one client takes ${heaps.join(', ')}, each after a garbage collection.`,
    `- The contract checker makes, sends and judges ${toCount(inProcess.checkedPerSecond)} requests a second in one process, where ` +
      `bare calls make ${toCount(inProcess.barePerSecond)}, and ${toCount(overPort.checkedPerSecond)} over a port, where ` +
      `\`fetch\` makes ${toCount(overPort.barePerSecond)}.`,
    `- \`tsc --noEmit\` takes ${toCount(types.consumerMs)} ms on a project that imports the client, and ${toCount(types.emptyMs)} ms on an empty one.`,
  ].join('\n')
}

function tellMachine({ machine, measuredAt, quick, rounds, seconds }: BenchFigures): string {
  const { cpu, cores, memoryBytes, system, node, loadAtStart, loadAtEnd } = machine
  const sentence =
    `Measured on ${measuredAt.slice(0, 10)}: ${titleOf({}, cpu)}, ${cores} cores, ${toCount(memoryBytes / 1e9)} GB, ` +
    `${titleOf({}, system)}, Node.js ${node}; ${rounds} round${rounds === 1 ? '' : 's'} of ${seconds} s; load average ${loadAtStart.toFixed(1)} before ` +
    `and ${loadAtEnd.toFixed(1)} after.`
  return quick ? `${sentence} **This was a run with \`--quick\`: for trying, not for quoting.**` : sentence
}
