import type { ApiOperation } from '../../../document/api-document.ts'
import type { Resource } from '../../../resources/resource-graph.ts'
import type { RequestValues } from '../../../wire/request-values.ts'
import { atBoundary, listBoundaries, richestMedia, type BoundaryBody } from '../boundary-bodies.ts'
import { defineScenario } from '../define-scenario.ts'
import { createItem } from '../establish-item.ts'
import { makeItem } from '../make-item.ts'
import { provideInputs } from '../provide-inputs.ts'
import { renewReferences } from '../renew-references.ts'
import type { Scenario } from '../scenario.ts'
import { isDone, isPending, type Walk } from '../walk.ts'
import { listAfter, listBefore } from '../whole-list.ts'

/** Bodies tried of each kind. */
const MAX_CREATIONS = 32
const MAX_CHANGES = 16

/** Requests drawn until one can be brought to a limit. */
const DRAWS = 4

/** What is written is read again, at the limits of what the schema allows too: the longest text, the largest number, each choice. */
export const planEcho = (resource: Resource): readonly Scenario[] => {
  const { create, read, replace, kind } = resource
  if (read === undefined || create?.operation.body === undefined || kind === 'singleton') return []
  const title = `a ${resource.name} is read as it was written`
  const puts =
    replace?.operation.method === 'PUT' && replace.operation !== create.operation ? [replace.operation] : []
  return [
    defineScenario(`echo ${resource.key}`, create.operation, title, (walk) =>
      createEach(walk, resource, create.operation, read.operation),
    ),
    ...puts.map((put) =>
      defineScenario(`echo ${resource.key} PUT`, put, title, (walk) =>
        putEach(walk, resource, put, read.operation),
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
}

const putEach = async (
  walk: Walk,
  resource: Resource,
  put: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  await createItem(walk, resource)
  await provideInputs(walk, put, resource)
  for (const boundary of boundariesFor(put, MAX_CHANGES)) {
    const values = drawAt(walk, put, boundary)
    if (values === undefined) continue
    const changed = await walk.send('change', put, { values })
    if (isDone(changed) && !isPending(changed)) await walk.send('read-after-change', read)
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
