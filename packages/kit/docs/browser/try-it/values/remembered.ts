import type { JsonObject } from '@contract-kit/json-schema/json'
import { type ApiParameter, findResponse } from '@contract-kit/openapi/open'
import { isObject, toText } from '../../../src/openapi/json.ts'
import { identityOf, type Operation } from '../../../src/openapi/operations.ts'
import { type ExpressionSource, isExpression, readExpression } from './expressions.ts'

/** Ids found in responses, by the identity of the parameter they fit, the newest first. */
export type RememberedValues = Readonly<Record<string, readonly string[]>>

const mostKept = 20
const mostShown = 5

/**
 * Adds the ids of one more response to what was remembered. The document's links say where they are. A path parameter without
 * a link is found by name: `shipId` is the value of a member of this name. For `/ships/{shipId}` it is also the `id` in the
 * response of `/ships`.
 */
export function rememberValues(
  remembered: RememberedValues,
  operations: readonly Operation[],
  operation: Operation,
  source: ExpressionSource,
): RememberedValues {
  const found = [...findByLinks(operations, operation, source), ...findByNames(operations, operation, source)]
  return found.reduce<RememberedValues>(
    (all, { identity, values }) => ({
      ...all,
      [identity]: [...new Set([...values, ...(all[identity] ?? [])])].slice(0, mostKept),
    }),
    remembered,
  )
}

/** The remembered values that a field does not hold right now, the newest first, five at most. */
export function findSuggestions(remembered: readonly string[], value: string): readonly string[] {
  return remembered.filter((one) => one !== value).slice(0, mostShown)
}

/**
 * An example body with the newest ids in place of the example's own. A member named like a path parameter takes that
 * parameter's value, if the name means one thing in the whole document.
 */
export function fillExample(
  example: JsonObject,
  operations: readonly Operation[],
  remembered: RememberedValues,
): JsonObject {
  const parameters = operations.flatMap((operation) => pathParametersOf(operation))
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const identities = new Set(parameters.filter((one) => one.name === name).map(identityOf))
      const [identity] = identities
      const newest = identity === undefined || identities.size > 1 ? undefined : remembered[identity]?.[0]
      return [name, newest !== undefined && typeof value === 'string' ? newest : value]
    }),
  )
}

/** The operations whose responses hold the value of an operation's parameter, by the document's links. */
export function findProducers(
  operations: readonly Operation[],
  operation: Operation,
  parameter: Pick<ApiParameter, 'name'>,
): readonly Operation[] {
  return operations.filter(({ responses }) =>
    Array.from(responses.values())
      .flatMap(({ links }) => links)
      .some(
        (link) => link.operationId === operation.linkedAs && isExpression(link.parameters[parameter.name]),
      ),
  )
}

interface Found {
  readonly identity: string
  readonly values: readonly string[]
}

const pathParametersOf = (operation: Operation): readonly ApiParameter[] =>
  operation.parameters.filter((parameter) => parameter.in === 'path')

function findByLinks(
  operations: readonly Operation[],
  operation: Operation,
  source: ExpressionSource,
): readonly Found[] {
  const links = findResponse(operation, source.status)?.links ?? []
  return links.flatMap((link) => {
    const target = operations.find(({ linkedAs }) => linkedAs === link.operationId)
    return Object.entries(link.parameters).flatMap(([name, expression]) => {
      const parameter = target?.parameters.find((one) => one.name === name)
      const values = readExpression(expression, source).map(toText)
      return parameter === undefined ? [] : [{ identity: identityOf(parameter), values }]
    })
  })
}

function findByNames(
  operations: readonly Operation[],
  operation: Operation,
  source: ExpressionSource,
): readonly Found[] {
  if (source.status >= 400) return []
  const linked = new Set(
    operations.flatMap((target) =>
      target.parameters.filter((one) => findProducers(operations, target, one).length > 0).map(identityOf),
    ),
  )
  const candidates = operations.flatMap((target) =>
    pathParametersOf(target)
      .filter((parameter) => !linked.has(identityOf(parameter)))
      .map((parameter) => ({
        parameter,
        isOwn: target.path.startsWith(`${operation.path}/{${parameter.name}}`),
      })),
  )
  return candidates.flatMap(({ parameter, isOwn }) => {
    const values = [
      ...(isOwn ? findMembers(source.body, 'id', 2) : []),
      ...findMembers(source.body, toKey(parameter.name), 4),
    ]
    return values.length === 0 ? [] : [{ identity: identityOf(parameter), values }]
  })
}

const toKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')

/** The texts and numbers of members of a name, `depth` objects deep at most. */
function findMembers(node: unknown, key: string, depth: number): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((item) => findMembers(item, key, depth))
  if (!isObject(node) || depth === 0) return []
  return Object.entries(node).flatMap(([name, value]) => {
    if (toKey(name) === key && ['string', 'number', 'bigint'].includes(typeof value)) return [toText(value)]
    return findMembers(value, key, depth - 1)
  })
}
