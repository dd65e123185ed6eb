import type { BenchReport } from '../figures/bench-report.ts'
import type { PartName } from '../options/parts.ts'
import { measureChecker } from './measure-checker.ts'
import { measureClient } from './measure-client.ts'
import { measureInstances } from './measure-instances.ts'
import { measureMemory } from './measure-memory.ts'
import { measureOperations } from './measure-operations.ts'
import { measureOrders } from './measure-orders.ts'
import { measureStart } from './measure-start.ts'
import { measureTypes } from './measure-types.ts'
import type { PartContext } from './part-context.ts'

const measures: { readonly [Name in PartName]: (context: PartContext) => Promise<BenchReport[Name]> } = {
  start: measureStart,
  memory: measureMemory,
  operations: measureOperations,
  orders: measureOrders,
  client: measureClient,
  checker: measureChecker,
  types: measureTypes,
  instances: measureInstances,
}

/** Measures some parts, one after another. */
export async function measureParts(
  names: readonly PartName[],
  context: PartContext,
): Promise<Pick<BenchReport, PartName>> {
  const figures: [PartName, BenchReport[PartName]][] = []
  for (const [index, name] of names.entries()) {
    const onStep = (title: string): void => context.onStep(`part ${index + 1} of ${names.length} · ${title}`)
    figures.push([name, await measures[name]({ ...context, onStep })])
  }
  return Object.fromEntries(figures)
}
