import type { RequestValues } from '../../http/wire-request.ts'
import type { ApiOperation } from '../../openapi/api-document.ts'
import type { Resource } from '../../resources/resource-graph.ts'
import { findShownItem } from '../../resources/response-items.ts'
import {
  atBoundary,
  type BoundaryBody,
  drawFullChange,
  findObjectBody,
  listBoundaries,
  oddBodies,
  partsOf,
  richestMedia,
  thinBody,
} from './change-bodies.ts'
import { createItem, establishItem, makeItem, provideInputs, renewReferences } from './items.ts'
import { listAfter, listBefore } from './pages.ts'
import { defineScenario, type Scenario } from './scenario.ts'
import { isDone, isPending, type Walk } from './walk.ts'

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
  for (const part of partsOf(patch, full)) {
    await walk.send('read-before-change', read)
    const changed = await walk.send('change', patch, { values: part })
    if (isDone(changed)) await walk.send('read-after-change', read)
  }
}

/** Bodies tried of each kind. */
const MAX_CREATIONS = 32
const MAX_CHANGES = 16

/** Requests drawn until one can be brought to a limit. */
const DRAWS = 4

/** What is written is read again, at the limits of what the schema allows too: the longest text, the largest number, each choice. */
export const planEcho = (resource: Resource): readonly Scenario[] => {
  const { create, read, replace, patch, kind } = resource
  if (read === undefined) return []
  const title = `a ${resource.name} is read as it was written`
  const creations = create?.operation.body === undefined || kind === 'singleton' ? [] : [create.operation]
  const changes = [replace, patch].flatMap((call) =>
    call === undefined || call.operation.body === undefined || creations.includes(call.operation)
      ? []
      : [call.operation],
  )
  return [
    ...creations.map((operation) =>
      defineScenario(`echo ${resource.key}`, operation, title, (walk) =>
        createEach(walk, resource, operation, read.operation),
      ),
    ),
    ...changes.map((change) =>
      defineScenario(`echo ${resource.key} ${change.method}`, change, title, (walk) =>
        changeEach(walk, resource, change, read.operation),
      ),
    ),
  ]
}

const createEach = async (
  walk: Walk,
  resource: Resource,
  create: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  await listBefore(walk, resource)
  // So many are made that one answer may not hold them all.
  walk.fitsOneAnswer.set(resource, false)
  await createItem(walk, resource)
  await walk.send('read-created', read)
  let isTaken = false
  for (const boundary of boundariesFor(create, MAX_CREATIONS)) {
    walk.ids.delete(resource)
    if (isTaken) await renewReferences(walk, create, resource)
    const values = drawAt(walk, create, boundary)
    if (values === undefined) continue
    const made = await makeItem(walk, resource, 'create', { values })
    isTaken ||= made === undefined
    if (made === undefined || isPending(made) || !walk.ids.has(resource)) continue
    await walk.send('read-created', read)
    await listAfter(walk, resource, 'list-after-create')
  }
  if (isTaken) await renewReferences(walk, create, resource)
  for (const values of oddBodies(walk, create)) {
    const made = await makeItem(walk, resource, 'create-odd', { values })
    if (made !== undefined && !isPending(made) && walk.ids.has(resource)) await walk.send('read-odd', read)
  }
}

const changeEach = async (
  walk: Walk,
  resource: Resource,
  change: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  await establishItem(walk, resource, change)
  await provideInputs(walk, change, resource)
  await walk.send('read-before-change', read)
  for (const boundary of boundariesFor(change, MAX_CHANGES)) {
    const values = drawAt(walk, change, boundary)
    if (values === undefined) continue
    const changed = await walk.send('change', change, { values })
    if (isDone(changed) && !isPending(changed)) await walk.send('read-after-change', read)
  }
  for (const values of oddBodies(walk, change)) {
    const changed = await walk.send('change-odd', change, { values })
    if (isDone(changed) && !isPending(changed)) await walk.send('read-odd', read)
  }
}

const boundariesFor = (operation: ApiOperation, limit: number): readonly BoundaryBody[] =>
  listBoundaries(operation, richestMedia(operation) ?? '').slice(0, limit)

/** A fresh request at a limit: what is unique, such as an address, is not sent twice. */
const drawAt = (walk: Walk, operation: ApiOperation, boundary: BoundaryBody): RequestValues | undefined => {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const values = atBoundary(walk.port.graph, operation, walk.draw(operation), boundary)
    if (values !== undefined) return values
  }
  return undefined
}
