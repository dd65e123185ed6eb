import type { Exchange } from './exchange.ts'
import { isObject, type Json, own, readPointer, writeJson } from '@contract-kit/json-schema/json'
import type { ApiDocument, ApiLink, ApiOperation } from '@contract-kit/openapi'
import { matchPath } from './paths.ts'
import type { DeclaredLink, InputPlace } from './resource-graph.ts'

const QUALIFIED = /^(path|query|header|cookie)\.(.+)$/

/** The links of the document whose target exists, in document order. */
export const findDeclaredLinks = (document: ApiDocument): readonly DeclaredLink[] => {
  const byId = new Map(document.operations.map((operation) => [operation.id, operation]))
  return document.operations.flatMap((source) =>
    [...source.responses.values()].flatMap(({ status, links }) =>
      links.flatMap((link) => {
        const target = link.operationId === undefined ? undefined : byId.get(link.operationId)
        return target === undefined ? [] : [toLink(link, source, status, target)]
      }),
    ),
  )
}

const toLink = (link: ApiLink, source: ApiOperation, status: string, target: ApiOperation): DeclaredLink => ({
  name: link.name,
  pointer: link.pointer,
  documentUri: link.documentUri,
  source,
  status,
  target,
  inputs: Object.entries(link.parameters).flatMap(([name, value]) => {
    const place = findPlace(target, name)
    return place === undefined ? [] : [{ ...place, value }]
  }),
  body: link.requestBody,
})

/** The parameter a link names, by its name or by location and name (OpenAPI 3.1, "Link Object"). */
const findPlace = (target: ApiOperation, key: string): (InputPlace & { value?: Json }) | undefined => {
  const plain = target.parameters.find(({ name }) => name === key)
  if (plain !== undefined) return { location: plain.in, name: plain.name }
  const [, location, name] = QUALIFIED.exec(key) ?? []
  const qualified = target.parameters.find(
    (parameter) => parameter.in === location && parameter.name === name,
  )
  return qualified && { location: qualified.in, name: qualified.name }
}

/** The parts of an exchange that a runtime expression can refer to. */
export type ExpressionSource = Pick<Exchange, 'case' | 'response'>

const SOURCE = /^\$(request|response)\.(?:(path|query|header|cookie)\.([^#]+)|(body))(?:#(.*))?$/s
const TEMPLATED = /^(.*)#(\/[^#]*\{[^{}#]+\})$/s
const EMBEDDED = /\{(\$[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g

/**
 * Lists every value of a runtime expression (OpenAPI 3.1, "Runtime Expressions"). An expression that does not begin with `$` and
 * holds no `{$…}` is a constant. A null or missing value is skipped. `$url` is the path and query below the base URL.
 *
 * There are three extensions of the standard. `*` in a pointer stands for every item or property. `$response.header.location#/pets/{petId}`
 * reads the last parameter of a path template from a URL, and `$response.body#/name#/{petId}` from a text in a body.
 */
export const evaluateExpressions = (expression: Json, exchange: ExpressionSource): readonly Json[] =>
  present(typeof expression === 'string' ? evaluateText(expression, exchange) : [expression])

/** The first value of {@link evaluateExpressions}; undefined if there is none. Then do not send the request. */
export const evaluateExpression = (expression: Json, exchange: ExpressionSource): Json | undefined =>
  evaluateExpressions(expression, exchange)[0]

const present = (values: readonly (Json | undefined)[]): Json[] =>
  values.filter((value) => value !== undefined && value !== null)

const evaluateText = (text: string, exchange: ExpressionSource): readonly (Json | undefined)[] => {
  if (text === '$url') return [exchange.case.request.target]
  if (text === '$method') return [exchange.case.request.method]
  if (text === '$statusCode') return [exchange.response.status]
  const [whole, side, location, name = '', , fragment] = SOURCE.exec(text) ?? []
  if (whole === undefined) return text.startsWith('$') ? [] : [interpolate(text, exchange)]
  if (location === undefined) {
    const [, pointer = fragment, template] = TEMPLATED.exec(fragment ?? '') ?? []
    const body = side === 'request' ? exchange.case.values?.body?.value : exchange.response.json
    const values = atPointer(body, pointer)
    return template === undefined ? values : values.map((value) => readOut(value, template))
  }
  const value =
    side === 'request' ? requestValue(exchange, location, name) : responseHeader(exchange, location, name)
  return fragment === undefined ? [value] : [readOut(value, fragment)]
}

const interpolate = (text: string, exchange: ExpressionSource): string | undefined => {
  let isWhole = true
  const result = text.replaceAll(EMBEDDED, (_all, expression: string) => {
    const value = evaluateExpression(expression, exchange)
    if (value === undefined) isWhole = false
    return typeof value === 'string' ? value : writeJson(value ?? '')
  })
  return isWhole ? result : undefined
}

const requestValue = (exchange: ExpressionSource, location: string, name: string): Json | undefined => {
  const { values, request } = exchange.case
  if (location === 'header')
    return (
      findIgnoringCase(values?.header, name) ??
      request.headers.find(([key]) => key === name.toLowerCase())?.[1]
    )
  const part = location === 'path' ? values?.path : location === 'query' ? values?.query : values?.cookie
  return part === undefined ? undefined : own(part, name)
}

const findIgnoringCase = (part: Readonly<Record<string, Json>> | undefined, name: string): Json | undefined =>
  Object.entries(part ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

const responseHeader = (
  { response }: ExpressionSource,
  location: string,
  name: string,
): string | undefined => (location === 'header' ? response.header(name.toLowerCase()) : undefined)

const atPointer = (root: Json | undefined, pointer: string | undefined): readonly Json[] => {
  if (root === undefined) return []
  if (pointer === undefined || pointer === '') return [root]
  return pointer.startsWith('/') ? readPointer(root, safelyDecoded(pointer)) : []
}

/** Reads a part of a header: by a path template, or by `regex:` whose first group, or else match, is the value. */
const readOut = (value: Json | undefined, fragment: string): Json | undefined => {
  if (typeof value !== 'string') return undefined
  if (fragment.startsWith('regex:')) {
    const match = safely(() => new RegExp(fragment.slice('regex:'.length), 'u').exec(value))
    return match?.[1] ?? match?.[0]
  }
  return Object.values(matchPath(fragment, value) ?? {}).at(-1)
}

const safelyDecoded = (text: string): string => safely(() => decodeURIComponent(text)) ?? text

const safely = <T>(attempt: () => T): T | undefined => {
  try {
    return attempt()
  } catch {
    return undefined
  }
}

/** Replaces the expressions in a structure by their values. Properties and items without a value are left out. */
export const evaluateTemplate = (template: Json, exchange: ExpressionSource): Json | undefined => {
  if (Array.isArray(template)) {
    return template.map((item) => evaluateTemplate(item, exchange)).filter((item) => item !== undefined)
  }
  if (!isObject(template)) return template === null ? null : evaluateExpression(template, exchange)
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, child]) => {
      const value = evaluateTemplate(child, exchange)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
