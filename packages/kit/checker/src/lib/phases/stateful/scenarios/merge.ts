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

/** Properties patched one at a time in one scenario. */
const MAX_PATCHES = 5

/** PATCH changes what it names and leaves the rest (RFC 7396 for merge patches). */
export const planMerge = (resource: Resource): readonly Scenario[] => {
  const { read, patch } = resource
  if (read === undefined || patch?.operation.method !== 'PATCH') return []
  const title = `a patch changes what it names of the ${resource.name} and nothing else`
  return [
    defineScenario(`merge ${resource.key}`, patch.operation, title, (walk) =>
      patchOneByOne(walk, resource, patch.operation, read.operation),
    ),
  ]
}

const patchOneByOne = async (
  walk: Walk,
  resource: Resource,
  patch: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  await establishItem(walk, resource, patch)
  await provideInputs(walk, patch, resource)
  const before = await walk.send('read-before-change', read)
  if (!isDone(before)) return
  const full = drawFullChange(walk, patch, findShownItem(resource, before) ?? {})
  const body = findObjectBody(patch, full)?.value
  if (body === undefined) return
  const filled = await walk.send('change', patch, { values: full })
  if (isPending(filled)) return
  await walk.send('read-after-change', read)
  for (const name of Object.keys(body).slice(0, MAX_PATCHES)) {
    const one = thinBody(patch, drawFullChange(walk, patch, body), [name])
    await walk.send('read-before-change', read)
    const changed = await walk.send('change', patch, { values: one })
    if (isDone(changed)) await walk.send('read-after-change', read)
  }
}
