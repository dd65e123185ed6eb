import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { findShownItem } from '@contract-kit/resources/exchanges'
import { drawFullChange, thinBody } from '../../scenarios/bodies.ts'
import { findObjectBody } from '../../scenarios/object-body.ts'
import { establishItem, provideInputs } from '../../scenarios/items.ts'
import { largestPage, sizeOverride } from '../../scenarios/pages.ts'
import { defineScenario } from '../../scenarios/scenario.ts'
import { isDone, isPending, type Walk } from '../../scenarios/walk.ts'

import { TrackedItem } from '../../scenarios/tracked-item.ts'
import type { Property } from '../property.ts'
import {
  createdWithout201,
  listedAfterPut,
  putIdempotent,
  putRepeated,
  putReplacesRule,
  repeatedPutCreated,
} from './oracle.ts'

/** PUT replaces the item with the sent one, and a repeated PUT has the same effect (RFC 9110, section 9.3.4). */
export const putReplaces: Property = {
  rules: [putReplacesRule, putIdempotent, repeatedPutCreated, createdWithout201],
  ofResource: (resource) => {
    const { read, replace } = resource
    if (read === undefined || replace?.operation.method !== 'PUT') return []
    const title = `a PUT replaces the whole ${resource.name}, also when repeated`
    return [
      defineScenario(`replacement ${resource.key}`, replace.operation, title, (walk) =>
        replaceTwice(walk, resource, replace.operation, read.operation),
      ),
    ]
  },
}

const replaceTwice = async (
  walk: Walk,
  resource: Resource,
  put: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  const item = new TrackedItem(walk, await establishItem(walk, resource, put))
  await provideInputs(walk, put, resource)
  const before = await item.read(read)
  const full = drawFullChange(walk, put, findShownItem(resource, before) ?? {})
  const first = await item.change(put, { values: full }, read)
  if (!isDone(first) || isPending(first)) return
  const then = item.lastRead
  const again = await item.change(put, { values: full }, read)
  const now = isDone(again) && !isPending(again) ? item.lastRead : await item.read(read)
  if (then !== undefined && now !== undefined) walk.show(putRepeated, { first, then, again, now })
  const { kind, list } = resource
  if (kind === 'collection' && list !== undefined) {
    const overrides = sizeOverride(resource, largestPage(resource))
    walk.show(listedAfterPut, { again, list: await walk.send(list.operation, { overrides }) })
  }
  const thin = thinBody(put, full)
  if (sizeOf(put, thin) !== sizeOf(put, full)) await item.change(put, { values: thin }, read)
}

const sizeOf = (operation: ApiOperation, values: Parameters<typeof findObjectBody>[1]): number =>
  Object.keys(findObjectBody(operation, values)?.value ?? {}).length
