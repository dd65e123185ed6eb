import type { Exchange } from '../../core/exchange.ts'
import { isChoice, readShown, type Thing } from '../../compare/things.ts'
import { describeProperty, describingSchemas } from '@contract-kit/json-schema/schemas'
import type { RequestValues } from '@contract-kit/openapi/wire'
import {
  isNumber,
  isObject,
  type Json,
  type JsonObject,
  own,
  toCanonicalText,
} from '@contract-kit/json-schema/json'
import { findFlag, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { sampleValues } from '@contract-kit/json-schema/values'
import type { ApiOperation } from '@contract-kit/openapi'
import type { Resource } from '@contract-kit/resources'
import { replacePart } from '../../phases/values.ts'
import { findObjectBody, withObject } from '../../scenarios/object-body.ts'
import { establishItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { TrackedItem } from '../../scenarios/tracked-item.ts'
import { isDone, isPending, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import { ownedWritten, readOnlyWrittenRule } from './oracle.ts'

/** A request cannot change a read-only property. */
export const readOnlyWritten: Property = {
  rules: [readOnlyWrittenRule],
  ofResource: (resource) => planReadOnly(resource),
}

const planReadOnly = (resource: Resource): readonly Scenario[] => {
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
  const item = new TrackedItem(walk, await establishItem(walk, resource, read))
  const before = await item.read(read)
  if (!isDone(before)) return
  await provideInputs(walk, write, resource)
  const { values: owned, choices } =
    readShown(before)
      .map(ownedBy)
      .find(({ values }) => Object.keys(values).length > 0) ?? NOTHING_OWNED
  const isNew = write === resource.create?.operation
  const attempt = async (chosen: readonly string[]): Promise<boolean> => {
    const plain = walk.draw(write)
    const needsControl = chosen.some((name) => choices.has(name))
    const usual = needsControl && !isNew ? await changeUsually(walk, write, plain, read) : undefined
    const values = withOwned(write, isNew ? plain : walk.onCurrentState(write, plain), owned, chosen)
    if (values === undefined) return false
    const written = await walk.send(write, { values, mayBeRejected: true, isExact: !isNew })
    if (!isDone(written) || isPending(written)) return false
    const control = needsControl && isNew ? await createUsually(walk, write, plain) : usual
    const seen = { before, control, write: written }
    walk.show(ownedWritten, { ...seen, shown: written })
    if (!isNew) walk.show(ownedWritten, { ...seen, shown: await walk.send(read) })
    return true
  }
  for (const names of groupOwned(write, walk.draw(write), Object.keys(owned))) {
    if ((await attempt(names)) || names.length === 1) continue
    for (const name of names) await attempt([name])
  }
}

/**
 * The read-only properties to send together: those in the request schema, and the others, which servers that disallow unknown properties
 * reject. Excludes properties that requests may set, such as the version of a change.
 */
const groupOwned = (
  write: ApiOperation,
  values: RequestValues,
  names: readonly string[],
): readonly (readonly string[])[] => {
  const body = findObjectBody(write, values)
  if (body === undefined) return []
  const fields = body.sketch?.fields()
  const known = names.filter((name) => fields?.get(name)?.isReadOnly === true)
  const unknown = names.filter((name) => fields?.has(name) !== true)
  return [known, unknown].filter((group) => group.length > 0)
}

/** Changes an item without its read-only properties. Resolves with the next read. */
const changeUsually = async (
  walk: Walk,
  write: ApiOperation,
  values: RequestValues,
  read: ApiOperation,
): Promise<Exchange | undefined> => {
  const changed = await walk.send(write, { values, mayBeRejected: true })
  return isDone(changed) && !isPending(changed) ? walk.send(read) : undefined
}

/** Creates the same item without its read-only properties; with other texts if they must be unique. */
const createUsually = async (
  walk: Walk,
  write: ApiOperation,
  values: RequestValues,
): Promise<Exchange | undefined> => {
  const same = await walk.send(write, { values, mayBeRejected: true })
  if (isDone(same)) return same
  const other = withTextsOf(write, values, walk.draw(write))
  const varied = other && (await walk.send(write, { values: other, mayBeRejected: true }))
  return varied !== undefined && isDone(varied) ? varied : undefined
}

/** Copies a request with the unrestricted texts of another one. */
const withTextsOf = (
  operation: ApiOperation,
  values: RequestValues,
  other: RequestValues,
): RequestValues | undefined => {
  const [body, texts] = [values, other].map((each) => findObjectBody(operation, each)?.value)
  if (body === undefined || texts === undefined) return undefined
  const mixed = Object.entries(body).map(([name, value]) => {
    const text = own(texts, name)
    return [name, typeof value === 'string' && typeof text === 'string' ? text : value]
  })
  return withObject(operation, values, Object.fromEntries(mixed))
}

/** Copies a request and adds read-only properties. */
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
  const whole = replacePart(values.body.value, found.path, value)
  return { ...values, body: { ...values.body, value: whole } }
}

/** The read-only properties of an item. */
interface Owned {
  /** A value other than the current one for each; for an object, other values in it. */
  readonly values: JsonObject
  /** Those with enum values, which the server may derive from other properties. */
  readonly choices: ReadonlySet<string>
}

const NOTHING_OWNED: Owned = { values: {}, choices: new Set() }

const ownedBy = ({ value, schemas }: Thing): Owned => {
  const choices = new Set<string>()
  const values = Object.entries(value).flatMap(([name, shown]) => {
    const nodes = describeProperty(schemas, name).schemas
    if (!nodes.some((node) => findFlag(node, 'readOnly') !== undefined)) return []
    const other = otherValue(nodes, shown)
    if (other !== undefined && isChoice(nodes)) choices.add(name)
    return other === undefined ? [] : [[name, other]]
  })
  return { values: Object.fromEntries(values), choices }
}

const PLAIN: readonly Json[] = ['1999-12-31T00:00:00Z', '1999-12-31', 7919, 77]

/** Number of samples to search. */
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
  const schemas = describingSchemas(nodes, shown, 'response')
  const others = Object.entries(shown).flatMap(([name, held]) => {
    const other = isObject(held) ? undefined : otherValue(describeProperty(schemas, name).schemas, held)
    return other === undefined ? [] : [[name, other] as const]
  })
  const value = { ...shown, ...Object.fromEntries(others) }
  const isFit = others.length > 0 && nodes.every((node) => isValid(node, value, { direction: 'response' }))
  return isFit ? value : undefined
}
