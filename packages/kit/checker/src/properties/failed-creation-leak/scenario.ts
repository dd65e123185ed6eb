import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource, type ResourceGraph } from '@contract-kit/resources'
import { findBodyMedia, type Sketch, sketchSchema } from '@contract-kit/resources/exchanges'
import { type Json, writeJson } from '@contract-kit/json-schema/json'
import type { Exchange } from '../../core/exchange.ts'
import { brokenBatches, withItems } from '../../scenarios/actions.ts'
import { brokenObjects, drawFullChange, takenBody } from '../../scenarios/bodies.ts'
import { findObjectBody } from '../../scenarios/object-body.ts'
import { changeRejected, itemUsed } from '../../scenarios/evidence.ts'
import { createItem, provideInputs } from '../../scenarios/items.ts'
import { findWholeList, listAfter, listBefore } from '../../scenarios/pages.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type StepOptions, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import { creationFailed, failedCreationLeakRule } from './oracle.ts'

const CREATION_VARIANTS = 3

/** A rejected creation, alone or in a batch, creates nothing. */
export const failedCreationLeak: Property = {
  rules: [failedCreationLeakRule],
  ofResource: (resource) => planFailedCreation(resource),
  ofDocument: ({ graph, document }) => planFailedBatches(graph, document.operations),
}

/** A rejected creation adds no item to the list, and leaves a conflicting item unchanged. */
const planFailedCreation = (resource: Resource): readonly Scenario[] => {
  const { create, read, kind } = resource
  if (create?.operation.body === undefined || kind === 'singleton' || findWholeList(resource) === undefined)
    return []
  const { operation } = create
  const title = `a rejected creation leaves no ${resource.name}`
  const scenarios = [
    defineScenario(`failed-creation ${resource.key}`, operation, title, (walk) =>
      failCreation(walk, resource, operation),
    ),
    ...(read !== undefined && operation.method === 'POST' && operation.responses.has('409')
      ? [
          defineScenario(`taken ${resource.key}`, operation, title, (walk) =>
            createTaken(walk, resource, operation, read.operation),
          ),
        ]
      : []),
  ]
  return scenarios.map((scenario) => ({ ...scenario, watches: true }))
}

const failCreation = async (walk: Walk, resource: Resource, create: ApiOperation): Promise<void> => {
  await provideInputs(walk, create, resource)
  await failEach(walk, resource, create, brokenObjects(walk, create, walk.draw(create), CREATION_VARIANTS))
}

/** Sends creations that the server must reject, and reads the list around each. Resolves with the rejected ones. */
const failEach = async (
  walk: Walk,
  resource: Resource,
  operation: ApiOperation,
  requests: readonly StepOptions[],
): Promise<readonly Exchange[]> => {
  const rejected: Exchange[] = []
  let before: readonly Exchange[] | undefined
  for (const request of requests) {
    if (before === undefined) {
      const listed = await listBefore(walk, resource)
      if (listed?.isWhole !== true) break
      before = listed.pages
    }
    const failed = await walk.send(operation, { ...request, mayBeRejected: true })
    if (isDone(failed)) {
      before = undefined
      continue
    }
    rejected.push(failed)
    const list = await listAfter(walk, resource)
    if (list !== undefined) walk.show(creationFailed, { before, failed, list })
    before = list ?? before
  }
  return rejected
}

const createTaken = async (
  walk: Walk,
  resource: Resource,
  create: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  const made = await createItem(walk, resource)
  const sent = made.case.values && findObjectBody(create, made.case.values)?.value
  const values = takenBody(create, made, drawFullChange(walk, create, sent ?? {}))
  if (values === undefined) return
  const before = await walk.send(read)
  walk.show(itemUsed, { source: made, reads: [], use: before })
  if (!isDone(before)) return
  const [rejected] = await failEach(walk, resource, create, [{ values }])
  if (rejected === undefined) return
  const after = await walk.send(read)
  walk.show(changeRejected, { created: undefined, once: undefined, before, rejected, after })
}

/** A rejected batch creates no item. One of its items exists already, or is invalid. */
const planFailedBatches = (
  { resources }: ResourceGraph,
  operations: readonly ApiOperation[],
): readonly Scenario[] =>
  resources.flatMap((resource) => {
    const create = resource.create?.operation
    const item = create && bodyOf(create)
    if (create === undefined || item === undefined || findWholeList(resource) === undefined) return []
    return operations.flatMap((operation) => {
      const batch = findBatch(operation, item)
      if (batch === undefined || operation.method !== 'POST' || operation === create) return []
      const { name, wrap } = batch
      const title = `a rejected batch leaves no ${resource.name}`
      return [
        {
          ...defineScenario(`failed-batch ${operation.id}`, operation, title, async (walk) => {
            const existing = (await createItem(walk, resource)).case.values?.body?.value ?? null
            // Other properties of the body may decide whether one failure rejects the batch.
            const drawn = Array.from({ length: 6 }, () => withItems(walk.draw(operation), name, []))
            const different = new Map(drawn.map((values) => [writeJson(values.body?.value), values]))
            const requests = [...different.values()].map((values) => ({
              values: withItems(values, name, [walk.draw(create).body?.value ?? null, existing].map(wrap)),
            }))
            await failEach(walk, resource, operation, [
              ...requests,
              ...brokenBatches(walk, operation, name).slice(0, 1),
            ])
          }),
          touches: [create],
          watches: true,
        },
      ]
    })
  })

/** The list of a batch whose items are bodies of a creation, plain or each in an envelope: `{ "requests": [{ "job": … }] }`. */
const findBatch = (
  operation: ApiOperation,
  item: Sketch,
): { readonly name: string; readonly wrap: (value: Json) => Json } | undefined => {
  for (const [name, { sketch }] of bodyOf(operation)?.fields() ?? []) {
    const held = sketch.items()
    if (held?.place === item.place) return { name, wrap: (value) => value }
    const [envelope] =
      [...(held?.fields() ?? [])].find(([, inner]) => inner.sketch.place === item.place) ?? []
    if (envelope !== undefined) return { name, wrap: (value) => ({ [envelope]: value }) }
  }
  return undefined
}

const bodyOf = ({ body }: ApiOperation): Sketch | undefined => {
  const schema = body && findBodyMedia(body)?.schema
  return schema && sketchSchema(schema)
}
