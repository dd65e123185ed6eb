import type { RequestValues } from '@contract-kit/openapi/wire'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { findShownItem } from '@contract-kit/resources/exchanges'
import { drawFullChange, findObjectBody, partsOf, removalsOf, thinBody } from '../../scenarios/bodies.ts'
import { establishItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario } from '../../scenarios/scenario.ts'
import { isDone, isPending, type Walk } from '../../scenarios/walk.ts'

import { TrackedItem } from '../../scenarios/tracked-item.ts'
import type { Property } from '../property.ts'
import { patchMergesRule } from './oracle.ts'

/** The number of properties patched one at a time in one scenario. */
const MAX_PATCHES = 5

/** PATCH changes what it names and leaves the rest (RFC 7396 for merge patches). */
export const patchMerges: Property = {
  rules: [patchMergesRule],
  ofResource: (resource) => {
    const { read, patch } = resource
    if (read === undefined || patch?.operation.method !== 'PATCH') return []
    const title = `a PATCH changes only the properties of the ${resource.name} that it names`
    return [
      defineScenario(`merge ${resource.key}`, patch.operation, title, (walk) =>
        patchOneByOne(walk, resource, patch.operation, read.operation),
      ),
    ]
  },
}

const patchOneByOne = async (
  walk: Walk,
  resource: Resource,
  patch: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  const item = new TrackedItem(walk, await establishItem(walk, resource, patch))
  await provideInputs(walk, patch, resource)
  const before = await item.read(read)
  if (!isDone(before)) return
  const shown = findShownItem(resource, before) ?? {}
  const full = drawFullChange(walk, patch, shown)
  const body = findObjectBody(patch, full)?.value
  if (body === undefined) return
  const send = async (values: RequestValues): Promise<boolean> =>
    !isPending(await item.tryChange(patch, values, read))
  const parts = partsOf(patch, full, shown)
  for (const part of parts) await send(part)
  if (!(await send(full))) return
  for (const removal of removalsOf(patch, full, body)) await send(removal)
  for (const name of Object.keys(body).slice(0, MAX_PATCHES))
    await send(thinBody(patch, drawFullChange(walk, patch, body), [name]))
  if (parts.length === 0) for (const part of partsOf(patch, full, body)) await send(part)
}
