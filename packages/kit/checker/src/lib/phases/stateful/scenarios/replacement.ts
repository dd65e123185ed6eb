import type { ApiOperation } from '../../../document/api-document.ts'
import type { Resource } from '../../../resources/resource-graph.ts'
import { findShownItem } from '../../../resources/shown-item.ts'
import { defineScenario } from '../define-scenario.ts'
import { drawFullChange } from '../draw-change.ts'
import { establishItem } from '../establish-item.ts'
import { findObjectBody } from '../json-body.ts'
import { provideInputs } from '../provide-inputs.ts'
import type { Scenario } from '../scenario.ts'
import { thinBody } from '../shape-body.ts'
import { isDone, isPending, type Walk } from '../walk.ts'

/** PUT puts what it sends in place of what was there, once or twice alike (RFC 9110, section 9.3.4). */
export const planReplacement = (resource: Resource): readonly Scenario[] => {
  const { read, replace } = resource
  if (read === undefined || replace?.operation.method !== 'PUT') return []
  const title = `what is put replaces the ${resource.name}, again and again`
  return [
    defineScenario(`replacement ${resource.key}`, replace.operation, title, (walk) =>
      replaceTwice(walk, resource, replace.operation, read.operation),
    ),
  ]
}

const replaceTwice = async (
  walk: Walk,
  resource: Resource,
  put: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  await establishItem(walk, resource, put)
  await provideInputs(walk, put, resource)
  const before = await walk.send('read-before-change', read)
  const full = drawFullChange(walk, put, findShownItem(resource, before) ?? {})
  const changed = await walk.send('change', put, { values: full })
  if (!isDone(changed) || isPending(changed)) return
  await walk.send('read-after-change', read)
  await walk.send('put-again', put, { values: full })
  await walk.send('read-after-put-again', read)
  const thin = thinBody(put, full)
  if (sizeOf(put, thin) === sizeOf(put, full)) return
  const thinned = await walk.send('change', put, { values: thin })
  if (isDone(thinned) && !isPending(thinned)) await walk.send('read-after-change', read)
}

const sizeOf = (operation: ApiOperation, values: Parameters<typeof findObjectBody>[1]): number =>
  Object.keys(findObjectBody(operation, values)?.value ?? {}).length
