import { evaluateExpressions } from '../resources/evaluate-expressions.ts'
import { resolveTarget } from '../phases/stateful/resolve-target.ts'
import type { Case, Exchange } from '../run/exchange.ts'
import { appendTokens } from '../schema/json-pointer.ts'
import { equalJson } from '../schema/judge/equal-json.ts'
import { isObject, type Json } from '../schema/json.ts'
import type { RequestValues } from '../wire/request-values.ts'
import { serializeRequest } from '../wire/serialize-request.ts'
import type { SavedBinding } from './regression.ts'
import { valueAtPlace } from './value-at-place.ts'

/** Shorter texts of an answer stand in a later request by chance. */
const TELLING = 8

/** Headers that lead to another address, as runtime expressions. */
const ADDRESSES = [
  '$response.header.location',
  '$response.header.content-location',
  '$response.header.link#regex:<([^>]*)>[^,]*?;\\s*rel="?[^",;]*\\bnext\\b',
]

/** Which parts of a request came from the answers before it, or from other things the server had, and so are new in every run. */
export const findBindings = (sent: Case, earlier: readonly Exchange[]): readonly SavedBinding[] => {
  const { operation, values, path } = sent
  const address = isByValues(sent) ? undefined : findTarget(sent, earlier)
  if (address !== undefined) return [address]
  if (operation === undefined || values === undefined) return path.includes('{') ? [{ place: 'target' }] : []
  const bound = Object.entries(sent.boundTo ?? {}).map(([place, source]) =>
    findSource(values, place, source, earlier),
  )
  const cursors = Object.keys(values.query)
    .map((name) => `query.${name}`)
    .filter((place) => !bound.some((binding) => binding.place === place))
    .flatMap((place) => findText(values, place, earlier))
  return [...bound, ...cursors]
}

/** Whether path and query are what the values make, and not a URL of the server's or one that was altered by hand. */
const isByValues = ({ operation, values, request }: Case): boolean =>
  operation !== undefined &&
  values !== undefined &&
  serializeRequest(operation, values).target === request.target

const findSource = (
  values: RequestValues,
  place: string,
  source: string,
  earlier: readonly Exchange[],
): SavedBinding => {
  const [operationId = '', ...rest] = source.split(' $')
  const expression = `$${rest.join(' $')}`
  const value = valueAtPlace(values, place)
  const from = earlier.findLastIndex(
    (exchange) => exchange.case.operation?.id === operationId && gives(expression, exchange, value),
  )
  return from === -1 ? { place } : { place, from, expression }
}

const gives = (expression: string, exchange: Exchange, value: Json | undefined): boolean =>
  value !== undefined &&
  evaluateExpressions(expression, exchange).some(
    (given) => equalJson(given, value) || isSameText(given, value),
  )

/** A number of an answer may be the text of a parameter. */
const isSameText = (one: Json, other: Json): boolean =>
  typeof one !== 'object' && typeof other !== 'object' && String(one) === String(other)

const findTarget = ({ request }: Case, earlier: readonly Exchange[]): SavedBinding | undefined => {
  for (const [from, exchange] of [...earlier.entries()].toReversed()) {
    const { target } = exchange.case.request
    if (target === request.target) return { place: 'target', from, expression: '$url' }
    const links = textsIn(exchange.answer.json, '').map(({ pointer }) => `$response.body#${pointer}`)
    const expression = [...ADDRESSES, ...links].find((candidate) =>
      evaluateExpressions(candidate, exchange).some(
        (reference) => typeof reference === 'string' && leadsTo(reference, target, request.target),
      ),
    )
    if (expression !== undefined) return { place: 'target', from, expression }
  }
  return undefined
}

/** The base URL is not known here, so its end is compared: a reference leads to the target of which it says the end. */
const leadsTo = (reference: string, from: string, target: string): boolean =>
  resolveTarget(reference, from, 'http://any.invalid') === target ||
  (/^(https?:\/\/|\/)/.test(reference) && target !== '/' && reference.endsWith(target))

const findText = (
  values: RequestValues,
  place: string,
  earlier: readonly Exchange[],
): readonly SavedBinding[] => {
  const value = valueAtPlace(values, place)
  if (typeof value !== 'string' || value.length < TELLING) return []
  for (const [from, { answer }] of [...earlier.entries()].toReversed()) {
    const found = textsIn(answer.json, '').find(({ text }) => text === value)
    if (found !== undefined) return [{ place, from, expression: `$response.body#${found.pointer}` }]
  }
  return []
}

const textsIn = (
  value: Json | undefined,
  pointer: string,
): { readonly text: string; readonly pointer: string }[] => {
  if (typeof value === 'string') return [{ text: value, pointer }]
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, appendTokens(pointer, index)))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, appendTokens(pointer, name)))
}
