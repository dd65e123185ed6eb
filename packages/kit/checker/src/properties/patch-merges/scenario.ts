import { isObject, type JsonObject } from '@contract-kit/json-schema/json'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { findShownItem } from '@contract-kit/resources/exchanges'
import { drawFullChange, nullsOf, partsOf, removalsOf, thinBody } from '../../scenarios/bodies.ts'
import { findObjectBody } from '../../scenarios/object-body.ts'
import { establishItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario } from '../../scenarios/scenario.ts'
import { isDone, isPending, type Walk } from '../../scenarios/walk.ts'

import { TrackedItem } from '../../scenarios/tracked-item.ts'
import type { Property } from '../property.ts'
import { patchMergesRule } from './oracle.ts'

/** Maximum number of properties to patch one at a time. */
const MAX_PATCHES = 5

/** PATCH changes the properties that it names, and no others (RFC 7396 for merge patches). */
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

/** Objects come first, because a server may lose parts of them. */
const byDepth =
  (body: JsonObject) =>
  (left: string, right: string): number =>
    Number(isObject(body[right] ?? null)) - Number(isObject(body[left] ?? null))

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
  const object = findObjectBody(patch, full)
  if (object === undefined) return
  const body = object.value
  const optional = Object.keys(body).filter((name) => object.sketch?.fields().get(name)?.isRequired !== true)
  const send = async (values: RequestValues): Promise<boolean> =>
    !isPending(await item.tryChange(patch, { values }, read))
  const parts = partsOf(patch, full, shown)
  for (const part of parts) await send(part)
  if (!(await send(full))) return
  const empty = thinBody(patch, full)
  // A server may reject a patch without changes.
  if (!optional.some((name) => Object.hasOwn(findObjectBody(patch, empty)?.value ?? {}, name)))
    await item.tryChange(patch, { values: empty, mayBeRejected: true }, read)
  for (const removal of removalsOf(patch, full, body)) await send(removal)
  for (const name of optional.toSorted(byDepth(body)).slice(0, MAX_PATCHES))
    await send(thinBody(patch, drawFullChange(walk, patch, body), [name]))
  if (parts.length === 0) for (const part of partsOf(patch, full, body)) await send(part)
  const nulls = nullsOf(patch, full, body)
  if (nulls !== undefined) await send(nulls)
}
