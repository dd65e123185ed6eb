import type { JsonObject } from '@contract-kit/json-schema/json'
import { type ApiParameter, findResponse } from '@contract-kit/openapi/open'
import { isObject, toText } from '../../../src/openapi/json.ts'
import { identityOf, type Operation } from '../../../src/openapi/operations.ts'
import { type ExpressionSource, isExpression, readExpression } from './expressions.ts'

/** Ids from responses by parameter identity, newest first. */
export type RememberedValues = Readonly<Record<string, readonly string[]>>

const mostKept = 20
const mostShown = 5

/**
 * Adds the ids from a response to the remembered ones. The document's links define where to find them. The value of a path
 * parameter without a link is found by name: `shipId` is the value of a member with this name. For `/ships/{shipId}` it is also
 * the `id` in the response of `/ships`.
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

/** Returns the remembered values other than the current one, newest first, at most five. */
export function findSuggestions(remembered: readonly string[], value: string): readonly string[] {
  return remembered.filter((one) => one !== value).slice(0, mostShown)
}

/**
 * Replaces ids in an example body with the newest ones. A member named like a path parameter gets the value of that parameter, if
 * all path parameters with this name are equivalent.
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

/** Returns the operations whose responses contain the value of a parameter, according to the document's links. */
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

/** Returns the string and number values of all members with a name, at most `depth` objects deep. */
function findMembers(node: unknown, key: string, depth: number): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((item) => findMembers(item, key, depth))
  if (!isObject(node) || depth === 0) return []
  return Object.entries(node).flatMap(([name, value]) => {
    if (toKey(name) === key && ['string', 'number', 'bigint'].includes(typeof value)) return [toText(value)]
    return findMembers(value, key, depth - 1)
  })
}
