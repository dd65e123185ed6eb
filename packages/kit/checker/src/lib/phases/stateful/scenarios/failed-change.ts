import type { ApiOperation } from '../../../document/api-document.ts'
import type { Resource } from '../../../resources/resource-graph.ts'
import type { Exchange } from '../../../run/exchange.ts'
import { findShownItem } from '../../../resources/shown-item.ts'
import { defineScenario } from '../define-scenario.ts'
import { brokenObjects } from '../broken-objects.ts'
import { drawFullChange } from '../draw-change.ts'
import { establishItem } from '../establish-item.ts'
import { provideInputs } from '../provide-inputs.ts'
import type { Scenario } from '../scenario.ts'
import { isDone, type Walk } from '../walk.ts'

/** Statements broken in one scenario, from the first in the body to the last: a server may change what comes before the broken part. */
const VARIANTS = 4

/** A change that is refused leaves the item as it was. */
export const planFailedChanges = (resource: Resource): readonly Scenario[] => {
  const { read, replace, patch } = resource
  if (read === undefined) return []
  return [replace, patch].flatMap((call) =>
    call?.operation.body === undefined
      ? []
      : [
          defineScenario(
            `failed-change ${resource.key} ${call.operation.method}`,
            call.operation,
            `a refused change leaves the ${resource.name} as it was`,
            (walk) => fail(walk, resource, call.operation, read.operation),
          ),
        ],
  )
}

/** Reads the item; a singleton that is not there yet is put there first. */
const readItem = async (walk: Walk, { kind, replace }: Resource, read: ApiOperation): Promise<Exchange> => {
  const before = await walk.send('read-before-change', read)
  if (isDone(before) || kind !== 'singleton' || replace === undefined) return before
  await walk.send('change', replace.operation)
  return walk.send('read-before-change', read)
}

const fail = async (
  walk: Walk,
  resource: Resource,
  change: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  await establishItem(walk, resource, change)
  await provideInputs(walk, change, resource)
  const before = await readItem(walk, resource, read)
  if (!isDone(before)) return
  const valid = drawFullChange(walk, change, findShownItem(resource, before) ?? {})
  for (const [index, broken] of brokenObjects(walk, change, valid, VARIANTS).entries()) {
    if (index > 0) await walk.send('read-before-change', read)
    await walk.send('failed-change', change, broken)
    await walk.send('read-after-failed-change', read)
  }
}
