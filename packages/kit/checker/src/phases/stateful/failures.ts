import type { Exchange } from '../../core/exchange.ts'
import type { ApiOperation } from '../../openapi/api-document.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import { findShownItem } from '../../resources/response-items.ts'
import { brokenObjects, drawFullChange } from './change-bodies.ts'
import { establishItem, provideInputs } from './items.ts'
import { findWholeList, listAfter, listBefore } from './pages.ts'
import { defineScenario, type Scenario } from './scenario.ts'
import { isDone, type Walk } from './walk.ts'

/** Statements broken in one scenario, from the first in the body to the last: a server may change what comes before the broken part. */
const CHANGE_VARIANTS = 4

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
            (walk) => failChange(walk, resource, call.operation, read.operation),
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

const failChange = async (
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
  for (const [index, broken] of brokenObjects(walk, change, valid, CHANGE_VARIANTS).entries()) {
    if (index > 0) await walk.send('read-before-change', read)
    await walk.send('failed-change', change, broken)
    await walk.send('read-after-failed-change', read)
  }
}

const CREATION_VARIANTS = 3

/** A creation that is refused leaves nothing in the list. */
export const planFailedCreation = (resource: Resource): readonly Scenario[] => {
  const { create, kind } = resource
  if (create?.operation.body === undefined || kind === 'singleton' || findWholeList(resource) === undefined)
    return []
  const title = `a refused creation leaves no ${resource.name}`
  return [
    defineScenario(`failed-creation ${resource.key}`, create.operation, title, (walk) =>
      failCreation(walk, resource, create.operation),
    ),
  ]
}

const failCreation = async (walk: Walk, resource: Resource, create: ApiOperation): Promise<void> => {
  await provideInputs(walk, create, resource)
  let isFresh = false
  for (const broken of brokenObjects(walk, create, walk.draw(create), CREATION_VARIANTS)) {
    if (!isFresh && (await listBefore(walk, resource))?.isWhole !== true) return
    const refused = await walk.send('failed-create', create, broken)
    isFresh = !isDone(refused)
    if (isFresh) await listAfter(walk, resource, 'list-after-failed-create')
  }
}
