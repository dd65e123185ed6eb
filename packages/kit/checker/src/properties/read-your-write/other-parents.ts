import { writeJson } from '@contract-kit/json-schema/json'
import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { ApiOperation } from '@contract-kit/openapi'
import type { Resource, ResourceGraph } from '@contract-kit/resources'
import { findShownItem, isId } from '@contract-kit/resources/exchanges'
import { entityOf, wordsOf } from '@contract-kit/resources/words'
import type { Exchange } from '../../core/exchange.ts'
import { drawFullChange } from '../../scenarios/bodies.ts'
import { createItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, isPending, type KnownId, type Walk } from '../../scenarios/walk.ts'
import { writtenUnderOther } from './oracle.ts'

/** Each parent has its own singleton: the limits of one region do not change with those of another. */
export const planOtherParents = (resource: Resource, graph: ResourceGraph): readonly Scenario[] => {
  const { read, replace, kind } = resource
  if (kind !== 'singleton' || read === undefined || replace?.operation.method !== 'PUT') return []
  const { operation } = read
  const above = graph.bindings(operation).filter(({ location }) => location === 'path')
  const parent = above.find(({ name }) => operation.path.split('/').findLast(isParameter) === `{${name}}`)
  const listed = parent && listedIds(operation, parent.name)
  if (parent?.resource === undefined || listed === undefined) return []
  if (parent.resource.create?.operation.method !== 'POST' && listed.length < 2) return []
  const { resource: kindAbove } = parent
  const title = `each ${kindAbove.name} has its own ${resource.name}`
  return [
    defineScenario(`other-parent ${resource.key}`, replace.operation, title, (walk) =>
      writeBoth(walk, resource, { parent: kindAbove, listed, put: replace.operation, read: operation }),
    ),
  ]
}

const isParameter = (segment: string): boolean => segment.startsWith('{')

/**
 * The documented ids of a collection's items: those of `/regions/{region}`. Excludes parameters without a matching word in the path, such
 * as versions and formats.
 */
const listedIds = ({ path, parameters }: ApiOperation, name: string): readonly KnownId[] => {
  const segments = path.split('/')
  const collection = entityOf(segments[segments.indexOf(`{${name}}`) - 1] ?? '')
  if (collection === '' || !wordsOf(name).join('').startsWith(collection)) return []
  const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema
  const listed = schema && findKeyword(schema, 'enum')
  return (Array.isArray(listed) ? listed.filter(isId) : []).map((value) => ({
    value,
    source: 'document value',
  }))
}

/** A singleton, and the resource whose items each have one. */
interface Family {
  readonly parent: Resource
  readonly listed: readonly KnownId[]
  readonly put: ApiOperation
  readonly read: ApiOperation
}

/** Writes the singletons of two parents, and reads the first one before and after the second write. */
const writeBoth = async (walk: Walk, resource: Resource, family: Family): Promise<void> => {
  const { parent, put, read } = family
  const [one, other] = await findTwo(walk, family)
  if (one === undefined || other === undefined || one.value === other.value) return
  const write = async (id: KnownId, differsFrom?: RequestValues): Promise<Exchange | undefined> => {
    walk.ids.set(parent, id)
    const shown = await walk.send(read, { mayBeRejected: true })
    const item = findShownItem(resource, shown) ?? {}
    const values = Array.from({ length: DRAWS }, () => drawFullChange(walk, put, item)).find(
      (drawn) => textOf(drawn) !== textOf(differsFrom),
    )
    const written = values && (await walk.send(put, { values, mayBeRejected: true }))
    return written !== undefined && isDone(written) && !isPending(written) ? written : undefined
  }
  const first = await write(one)
  if (first === undefined) return
  const before = await walk.send(read)
  const second = await write(other, first.case.values)
  if (second === undefined) return
  const others = await walk.send(read)
  walk.ids.set(parent, one)
  const after = await walk.send(read)
  walk.show(writtenUnderOther, { write: first, before, other: second, others, after })
}

/** Number of requests to draw for a different body. */
const DRAWS = 3

const textOf = (values: RequestValues | undefined): string => writeJson(values?.body?.value ?? null)

const findTwo = async (
  walk: Walk,
  { parent, listed, put }: Family,
): Promise<readonly (KnownId | undefined)[]> => {
  if (listed.length > 1) {
    await provideInputs(walk, put, parent)
    return listed
  }
  await createItem(walk, parent)
  const first = walk.ids.get(parent)
  await createItem(walk, parent)
  return [first, walk.ids.get(parent)]
}
