import type { ApiOperation } from '../../../document/api-document.ts'
import type { Resource } from '../../../resources/resource-graph.ts'
import { brokenObjects } from '../broken-objects.ts'
import { defineScenario } from '../define-scenario.ts'
import { provideInputs } from '../provide-inputs.ts'
import type { Scenario } from '../scenario.ts'
import { isDone, type Walk } from '../walk.ts'
import { findWholeList, listAfter, listBefore } from '../whole-list.ts'

const VARIANTS = 3

/** A creation that is refused leaves nothing in the list. */
export const planFailedCreation = (resource: Resource): readonly Scenario[] => {
  const { create, kind } = resource
  if (create?.operation.body === undefined || kind === 'singleton' || findWholeList(resource) === undefined)
    return []
  const title = `a refused creation leaves no ${resource.name}`
  return [
    defineScenario(`failed-creation ${resource.key}`, create.operation, title, (walk) =>
      fail(walk, resource, create.operation),
    ),
  ]
}

const fail = async (walk: Walk, resource: Resource, create: ApiOperation): Promise<void> => {
  await provideInputs(walk, create, resource)
  let isFresh = false
  for (const broken of brokenObjects(walk, create, walk.draw(create), VARIANTS)) {
    if (!isFresh && (await listBefore(walk, resource))?.isWhole !== true) return
    const refused = await walk.send('failed-create', create, broken)
    isFresh = !isDone(refused)
    if (isFresh) await listAfter(walk, resource, 'list-after-failed-create')
  }
}
