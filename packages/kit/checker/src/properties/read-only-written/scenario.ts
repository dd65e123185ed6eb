import { readShown, type Thing } from '../../compare/things.ts'
import { describeProperty, describingSchemas } from '@contract-kit/json-schema/schemas'
import type { RequestValues } from '@contract-kit/openapi/wire'
import {
  isNumber,
  isObject,
  type Json,
  type JsonObject,
  toCanonicalText,
} from '@contract-kit/json-schema/json'
import { findFlag, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { sampleValues } from '@contract-kit/json-schema/values'
import type { ApiOperation } from '@contract-kit/openapi'
import type { Resource } from '@contract-kit/resources'
import { findObjectBody } from '../../scenarios/bodies.ts'
import { establishItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, isPending, type Walk } from '../../scenarios/walk.ts'

/** A request that names a read-only property does not change it. */
export const planReadOnly = (resource: Resource): readonly Scenario[] => {
  const { create, read, replace, patch } = resource
  if (read === undefined) return []
  const writes = new Set(
    [create, replace, patch].flatMap((call) => (call === undefined ? [] : [call.operation])),
  )
  return [...writes]
    .filter(({ body }) => body !== undefined)
    .map((write) =>
      defineScenario(
        `read-only ${resource.key} ${write.method}`,
        write,
        `requests do not change read-only properties of a ${resource.name}`,
        (walk) => writeOwned(walk, resource, write, read.operation),
      ),
    )
}

const writeOwned = async (
  walk: Walk,
  resource: Resource,
  write: ApiOperation,
  read: ApiOperation,
): Promise<void> => {
  await establishItem(walk, resource, read)
  const before = await walk.send('read-before-change', read)
  if (!isDone(before)) return
  await provideInputs(walk, write, resource)
  const owned =
    readShown(before)
      .map(ownedValues)
      .find((values) => Object.keys(values).length > 0) ?? {}
  const names = Object.keys(owned)
  // A server that rejects the whole request may still store a part of it.
  for (const chosen of names.length > 1 ? [names, ...names.map((name) => [name])] : [names]) {
    const values = withOwned(write, walk.draw(write), owned, chosen)
    if (values === undefined) continue
    const isNew = write === resource.create?.operation
    const written = await walk.send(isNew ? 'create-owned' : 'change-owned', write, { values })
    if (!isDone(written) || isPending(written)) continue
    if (!isNew) await walk.send('read-owned', read)
    if (chosen === names) return
  }
}

/** A request that names read-only properties in addition to its own ones. */
const withOwned = (
  operation: ApiOperation,
  values: RequestValues,
  owned: JsonObject,
  names: readonly string[],
): RequestValues | undefined => {
  const found = findObjectBody(operation, values)
  if (found === undefined || values.body === undefined || names.length === 0) return undefined
  const chosen = Object.fromEntries(names.map((name) => [name, owned[name] ?? null]))
  const value = { ...found.value, ...chosen }
  const whole = found.wrapper === undefined ? value : { [found.wrapper]: value }
  return { ...values, body: { ...values.body, value: whole } }
}

/** A value other than the shown one for each read-only property; for an object, other values inside. */
const ownedValues = ({ value, schemas }: Thing): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, shown]) => {
      const nodes = describeProperty(schemas, name).schemas
      if (!nodes.some((node) => findFlag(node, 'readOnly') !== undefined)) return []
      const other = otherValue(nodes, shown)
      return other === undefined ? [] : [[name, other]]
    }),
  )

const PLAIN: readonly Json[] = ['1999-12-31T00:00:00Z', '1999-12-31', 7919, 77]

/** The number of samples to search. */
const SAMPLES = 20

const otherValue = (nodes: readonly SchemaNode[], shown: Json): Json | undefined => {
  const [first] = nodes
  if (isObject(shown)) return otherObject(nodes, shown)
  if (first === undefined || Array.isArray(shown) || typeof shown === 'boolean') return undefined
  const isFit = (value: Json): boolean =>
    value !== null &&
    value !== '' &&
    (shown === null || typeof value === typeof shown || (isNumber(value) && isNumber(shown))) &&
    toCanonicalText(value) !== toCanonicalText(shown) &&
    nodes.every((node) => isValid(node, value, { direction: 'response' }))
  return PLAIN.find(isFit) ?? sampleValues(first, { direction: 'response' }, SAMPLES).find(isFit)
}

const otherObject = (nodes: readonly SchemaNode[], shown: JsonObject): Json | undefined => {
  const schemas = nodes.flatMap((node) => describingSchemas(node, shown, 'response'))
  const others = Object.entries(shown).flatMap(([name, held]) => {
    const other = isObject(held) ? undefined : otherValue(describeProperty(schemas, name).schemas, held)
    return other === undefined ? [] : [[name, other] as const]
  })
  const value = { ...shown, ...Object.fromEntries(others) }
  const isFit = others.length > 0 && nodes.every((node) => isValid(node, value, { direction: 'response' }))
  return isFit ? value : undefined
}
