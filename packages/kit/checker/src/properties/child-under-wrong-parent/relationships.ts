import { isObject, own } from '@contract-kit/json-schema/json'
import { findKeyword, isValid } from '@contract-kit/json-schema/schemas'
import { type ApiOperation, essenceOf } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { Resource, ResourceGraph } from '@contract-kit/resources'
import { answerSketch, type Id, type Sketch, sketchSchema } from '@contract-kit/resources/exchanges'
import { createItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, isPending, type Walk } from '../../scenarios/walk.ts'
import { createdBesideNothing } from './oracle.ts'

/** A to-one relationship of a resource object (JSON:API 1.1, Resource Linkage). */
interface Relationship {
  readonly name: string
  /** The type of the related resource. */
  readonly type: string
  readonly other: Resource
}

/** A creation with a relationship to a missing resource is rejected: JSON:API requires 404, even if undocumented. */
export const planRelationships = (resource: Resource, graph: ResourceGraph): readonly Scenario[] => {
  const create = resource.create?.operation
  if (create === undefined) return []
  return findRelationships(create, graph).map((relationship) => {
    const { name, other } = relationship
    const title = `no ${resource.name} is created with a ${name} that does not exist`
    const scenario = defineScenario(`relationship ${create.id} ${name}`, create, title, (walk) =>
      relateToNothing(walk, resource, create, relationship),
    )
    const touches = [other.create, other.read, other.remove].flatMap((call) => call?.operation ?? [])
    return { ...scenario, touches, watches: true }
  })
}

const findRelationships = (create: ApiOperation, { resources }: ResourceGraph): readonly Relationship[] => {
  const media = create.body?.media.find(({ contentType }) => essenceOf(contentType) === JSON_API)
  const named = media?.schema && partOf(sketchSchema(media.schema), 'data', 'relationships')
  return [...(named?.fields() ?? [])].flatMap(([name, { sketch }]) => {
    const type = typeIn(partOf(sketch, 'data'))
    const other = resources.find(
      (one) =>
        one.create !== undefined &&
        one.remove !== undefined &&
        one.read !== undefined &&
        type !== undefined &&
        typeIn(partOf(answerSketch(one.read.operation), 'data')) === type,
    )
    return type === undefined || other === undefined ? [] : [{ name, type, other }]
  })
}

const JSON_API = 'application/vnd.api+json'

const partOf = (sketch: Sketch | undefined, ...names: readonly string[]): Sketch | undefined =>
  names.reduce<Sketch | undefined>((outer, name) => outer?.fields().get(name)?.sketch, sketch)

/** The only `type` that the schema of a resource object allows. */
const typeIn = (sketch: Sketch | undefined): string | undefined => {
  const values = (partOf(sketch, 'type')?.nodes ?? []).flatMap((node) => {
    const listed = findKeyword(node, 'enum')
    return Array.isArray(listed) ? listed : (findKeyword(node, 'const') ?? [])
  })
  const [type] = values
  return values.length === 1 && typeof type === 'string' ? type : undefined
}

const relateToNothing = async (
  walk: Walk,
  resource: Resource,
  create: ApiOperation,
  { name, type, other }: Relationship,
): Promise<void> => {
  if (other.remove === undefined || other.read === undefined) return
  await createItem(walk, other)
  const id = walk.ids.get(other)
  await provideInputs(walk, other.remove.operation, other)
  const remove = await walk.send(other.remove.operation)
  const read = await walk.send(other.read.operation, { mayBeRejected: true })
  if (id === undefined || !isDone(remove) || isPending(remove) || isDone(read)) return
  await provideInputs(walk, create, resource)
  const values = relatedTo(create, walk.draw(create, { isKnown: true }), name, type, id.value)
  if (values === undefined) return
  const made = await walk.send(create, { values, mayBeRejected: true })
  if (isDone(made) && !isPending(made)) walk.show(createdBesideNothing, { remove, read, create: made })
}

/** Copies a request with one relationship, and others only if required; undefined if the schema does not allow it. */
const relatedTo = (
  create: ApiOperation,
  values: RequestValues,
  name: string,
  type: string,
  id: Id,
): RequestValues | undefined => {
  const { body } = values
  const media = create.body?.media.find(({ contentType }) => contentType === body?.contentType)
  const data = body && isObject(body.value) ? own(body.value, 'data') : undefined
  if (body === undefined || media?.schema === undefined || data === undefined || !isObject(data))
    return undefined
  const drawn = own(data, 'relationships') ?? {}
  const one = { [name]: { data: { type, id } } }
  for (const relationships of [one, { ...(isObject(drawn) ? drawn : {}), ...one }]) {
    const value = { data: { ...data, relationships } }
    if (isValid(media.schema, value, { direction: 'request' })) return { ...values, body: { ...body, value } }
  }
  return undefined
}
