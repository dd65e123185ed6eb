import type { BenchReport } from '../figures/bench-report.ts'
import { type PartName, partNames, partTitles } from '../options/parts.ts'
import type { ClientComparison } from '../parts/measure-client.ts'
import { sideTitles } from '../sides/sides.ts'
import { works } from '../works/works.ts'
import { toCount, toMegabytes, toSeconds, toSmallMegabytes, toTimes } from './numbers.ts'
import { toTextTable } from './text-table.ts'

type Tables = { readonly [Name in PartName]: (figures: NonNullable<BenchReport[Name]>) => string }

const tables: Tables = {
  start: (figures) =>
    toTextTable(
      [partTitles.start, 'until ready', 'memory'],
      figures.map(({ side, readyMs, idleRssBytes }) => [
        sideTitles[side],
        toSeconds(readyMs),
        toMegabytes(idleRssBytes),
      ]),
    ),
  memory({ idleRssBytes, usedRssBytes, quarterRssBytes, requests, perSecond }) {
    const growth = (quarterRssBytes[3] ?? 0) - (quarterRssBytes[2] ?? 0)
    return toTextTable(
      [`${partTitles.memory} (${toCount(requests)}: ${perSecond} a second)`, 'memory'],
      [
        ['Idle', toMegabytes(idleRssBytes)],
        ['After one request of each kind', toMegabytes(usedRssBytes)],
        ...quarterRssBytes.map((bytes, index) => [`After quarter ${index + 1}`, toMegabytes(bytes)]),
        ['Growth in the last quarter', toMegabytes(growth)],
      ],
    )
  },
  operations: (figures) =>
    toTextTable(
      [partTitles.operations, 'CPU µs', 'requests/s', 'start'],
      figures.map(({ side, operations, cpuUs, perSecond, startMs }) => [
        `${side === 'own' ? "The kit's router" : sideTitles[side]}, ${operations} operations`,
        toCount(cpuUs),
        toCount(perSecond),
        toSeconds(startMs),
      ]),
    ),
  orders: (figures) =>
    toTextTable(
      [partTitles.orders, 'requests/s', 'p50 µs', 'p99 µs', 'CPU µs', 'database µs'],
      figures.map(({ side, orders, work, perSecond, p50Us, p99Us, cpuUs, databaseCpuUs }) => [
        `${sideTitles[side]}, ${toCount(orders)} orders · ${works.find(({ name }) => name === work)?.title ?? work}`,
        ...[perSecond, p50Us, p99Us, cpuUs].map(toCount),
        databaseCpuUs === 0 ? '' : toCount(databaseCpuUs),
      ]),
    ),
  client: (comparison) =>
    toTextTable(
      [`${partTitles.client} (median of ${comparison.own.rounds} rounds)`, 'µs', 'CPU µs'],
      [
        ...(['own', 'bareHttp'] as const).flatMap((side) => toClientRows(comparison, side)),
        ...comparison.heap.map(({ calls, heapBytes }) => [
          `Heap after ${toCount(calls)} calls`,
          toSmallMegabytes(heapBytes),
          '',
        ]),
      ],
    ),
  checker: ({ inProcess, overPort }) =>
    toTextTable(
      [partTitles.checker, 'checked/s', 'by fetch alone/s'],
      [
        ['In one process', toCount(inProcess.checkedPerSecond), toCount(inProcess.barePerSecond)],
        ['Over a port', toCount(overPort.checkedPerSecond), toCount(overPort.barePerSecond)],
      ],
    ),
  types: ({ emptyMs, consumerMs }) =>
    toTextTable(
      [partTitles.types, 'tsc --noEmit'],
      [
        ['An empty project', toSeconds(emptyMs)],
        ['One that imports the client', toSeconds(consumerMs)],
      ],
    ),
  instances: (figures) =>
    toTextTable(
      [partTitles.instances, 'requests/s', 'p50 µs', 'p99 µs', 'CPU µs', 'database µs', 'cores kept busy'],
      figures.map(({ servers, atWork, perSecond, p50Us, p99Us, cpuUs, databaseCpuUs, busyCores }) => [
        `${servers} server${servers === 1 ? '' : 's'}, ${atWork} connection${atWork === 1 ? '' : 's'} at work`,
        ...[perSecond, p50Us, p99Us, cpuUs, databaseCpuUs].map(toCount),
        toTimes(busyCores),
      ]),
    ),
}

function toClientRows(
  comparison: ClientComparison,
  side: 'own' | 'bareHttp',
): readonly (readonly string[])[] {
  const { openapiFetch, timed, client, addedWallPercent, addedCpuPercent, overTimedPercent } =
    comparison[side]
  const title = sideTitles[side === 'own' ? 'sqlite' : 'bare-http']
  return [
    [`openapi-fetch, ${title}`, toCount(openapiFetch.wallUs), toCount(openapiFetch.cpuUs)],
    [`openapi-fetch with a timeout, ${title}`, toCount(timed.wallUs), toCount(timed.cpuUs)],
    [`The client, ${title}`, toCount(client.wallUs), toCount(client.cpuUs)],
    ['Added to openapi-fetch', `${addedWallPercent.toFixed(1)} %`, `${addedCpuPercent.toFixed(1)} %`],
    ['Added to openapi-fetch with a timeout', `${overTimedPercent.toFixed(1)} %`, ''],
  ]
}

/** A table for each part that was measured. */
export function toPartTables(report: BenchReport): readonly string[] {
  return partNames.flatMap((name) => {
    const figures = report[name]
    // The type of a table's figures and of its name are known together, which the compiler cannot see.
    return figures === undefined ? [] : [(tables[name] as (figures: unknown) => string)(figures)]
  })
}
