import type { Exchange } from '../../core/exchange.ts'
import type { ApiOperation } from '@contract-kit/openapi'
import type { Resource } from '@contract-kit/resources'
import { findShownItem } from '@contract-kit/resources/exchanges'
import { brokenObjects, drawFullChange } from '../../scenarios/bodies.ts'
import { changeRejected } from '../../scenarios/evidence.ts'
import { establishItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import { failedChangeSideEffectsRule } from './oracle.ts'

/**
 * Number of keywords violated in one scenario, from the start of the body to its end, because a server may store the parts before an
 * invalid one.
 */
const CHANGE_VARIANTS = 4

/** A rejected change leaves the item unchanged. */
export const failedChangeSideEffects: Property = {
  rules: [failedChangeSideEffectsRule],
  ofResource: (resource) => planFailedChanges(resource),
}

const planFailedChanges = (resource: Resource): readonly Scenario[] => {
  const { read, replace, patch } = resource
  if (read === undefined) return []
  return [replace, patch].flatMap((call) =>
    call?.operation.body === undefined
      ? []
      : [
          defineScenario(
            `failed-change ${resource.key} ${call.operation.method}`,
            call.operation,
            `a rejected change leaves the ${resource.name} as it was`,
            (walk) => failChange(walk, resource, call.operation, read.operation),
          ),
        ],
  )
}

/** Reads the item; first writes a singleton that does not exist yet. */
const readItem = async (walk: Walk, { kind, replace }: Resource, read: ApiOperation): Promise<Exchange> => {
  const before = await walk.send(read)
  if (isDone(before) || kind !== 'singleton' || replace === undefined) return before
  await walk.send(replace.operation)
  return walk.send(read)
}

const failChange = async (
  walk: Walk,
  resource: Resource,
  change: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  await establishItem(walk, resource, change)
  await provideInputs(walk, change, resource)
  const first = await readItem(walk, resource, read)
  if (!isDone(first)) return
  const valid = drawFullChange(walk, change, findShownItem(resource, first) ?? {})
  for (const [index, broken] of brokenObjects(walk, change, valid, CHANGE_VARIANTS).entries()) {
    const before = index === 0 ? first : await walk.send(read)
    const rejected = await walk.send(change, broken)
    const after = await walk.send(read)
    if (!isDone(rejected))
      walk.show(changeRejected, { created: undefined, once: undefined, before, rejected, after })
  }
}
