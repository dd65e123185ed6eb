import { buildResourceGraph } from '../resources/build-resource-graph.ts'
import { findKeyword } from '../resources/find-keyword.ts'
import type { Exchange } from '../run/exchange.ts'
import { equalJson } from '../schema/judge/equal-json.ts'
import { appendTokens } from '../schema/json-pointer.ts'
import { isObject, type Json } from '../schema/json.ts'
import type { SchemaNode } from '../schema/schema-node.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check, Finding } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { resourceIdentity } from './resource-identity.ts'
import { describeProperty } from './schema/property-schemas.ts'
import { agrees } from './sequence/agrees.ts'
import { findDefaultsOfList } from './sequence/find-defaults-of-list.ts'
import { findStep } from './sequence/find-step.ts'
import { outcomeOf } from './sequence/outcome.ts'
import { readSent, readShown } from './sequence/read-things.ts'
import type { Thing } from './sequence/thing.ts'
import { unsetDefaults, type UnsetDefault } from './sequence/unset-defaults.ts'
import { writesAsOneThing } from './sequence/writes-as-one-thing.ts'

/**
 * What is left out has its documented default: properties of what is created or put, as the answer or the next read shows
 * them, and the parameters of a list. A property that the answer does not show is not judged.
 */
export const defaultNotApplied: Check = defineCheck({
  id: 'default-not-applied',
  title: 'Defaults are applied',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (outcomeOf(exchange) !== 'done' || exchange.verdict?.isValid !== true) return []
    const write = writeShownBy(exchange)
    return write === undefined ? judgeList(exchange) : judgeWrite(write, exchange)
  },
})

/** The write whose outcome this answer shows: itself, or the creation or PUT before it. */
const writeShownBy = (exchange: Exchange): Exchange | undefined => {
  const { step, request } = exchange.case
  if (request.method === 'PUT' || request.method === 'POST') return exchange
  // Another thing altogether has its own values.
  if (resourceIdentity.verify(exchange).length > 0) return undefined
  const write =
    step === 'read-created'
      ? findStep(exchange, 'create')
      : step === 'read-after-change'
        ? findStep(exchange, 'change')
        : undefined
  return write !== undefined && outcomeOf(write) === 'done' && write.case.request.method !== 'PATCH'
    ? write
    : undefined
}

const judgeWrite = (write: Exchange, shown: Exchange): readonly Finding[] => {
  const pairs = writesAsOneThing(write)
    ? readSent(write).flatMap((sent) =>
        readShown(shown).map((thing) => ({ sent, thing, unset: unsetDefaults(sent) })),
      )
    : []
  // The envelope of the answer need not be the request's: the pair in which most defaults can be seen is the right one.
  const [best] = pairs.toSorted((left, right) => countShown(right) - countShown(left))
  if (best === undefined) return []
  return best.unset.flatMap(({ path, value, schema }) => {
    const [name = ''] = path
    const described = describeProperty(best.thing.schemas, name).schemas
    const told = valueAt(best.thing, path)
    if (told === undefined || isSame(value, told) || !isSameNotion(write, schema, described)) return []
    const message = `${describeAnswer(write)} does not apply the default of ${path.join('/')}.`
    return [createFinding(defaultNotApplied, write, message, appendTokens(schema.pointer, 'default'))]
  })
}

interface Pair {
  readonly thing: Thing
  readonly unset: readonly UnsetDefault[]
}

const countShown = ({ thing, unset }: Pair): number =>
  unset.filter(({ path }) => valueAt(thing, path) !== undefined).length

const valueAt = ({ value }: Thing, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (held, token) => (isObject(held) && Object.hasOwn(held, token) ? held[token] : undefined),
    value,
  )

/**
 * What is made or put is shown as it was sent. An action may well answer something else by the same name, unless both are a
 * choice among the same values.
 */
const isSameNotion = (write: Exchange, schema: SchemaNode, described: readonly SchemaNode[]): boolean => {
  if (described.length === 0) return false
  const {
    case: { step, request },
    answer,
  } = write
  if (request.method === 'PUT' || answer.status === 201 || step === 'create') return true
  const choice = findKeyword(schema, 'enum')
  return choice !== undefined && described.some((node) => equalJson(findKeyword(node, 'enum'), choice))
}

/** A default is one of few values or a whole text; to be a part of it is not enough. */
const isSame = (value: Json, told: Json): boolean =>
  typeof value === 'string' && typeof told === 'string'
    ? value.toLowerCase() === told.toLowerCase()
    : agrees(value, told)

const judgeList = (exchange: Exchange): readonly Finding[] => {
  const {
    document,
    case: { operation },
  } = exchange
  const resource = buildResourceGraph(document).resources.find(({ list }) => list?.operation === operation)
  if (operation === undefined || resource === undefined) return []
  return findDefaultsOfList(resource, operation, exchange).map(({ name, pointer }) =>
    createFinding(
      defaultNotApplied,
      exchange,
      `${describeAnswer(exchange)} does not apply the default of the query parameter ${name}.`,
      appendTokens(pointer, 'schema'),
      name,
    ),
  )
}
