import { parsePointer } from '@contract-kit/json-schema/json'
import { toObject } from '../../../src/openapi/json.ts'

/** The parts of an exchange that a runtime expression can refer to. */
export interface ExpressionSource {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: unknown
  /** Values of the request form by field id: `path.shipId`. */
  readonly sent?: Readonly<Record<string, string>>
}

/**
 * Returns the values of a runtime expression (OpenAPI 3.1, Runtime Expressions) from the response and the request parameters. If
 * it selects the first item of an array, the values of the other items follow. An unsupported expression has no values.
 */
export function readExpression(expression: unknown, source: ExpressionSource): readonly unknown[] {
  if (typeof expression !== 'string') return []
  if (expression === '$statusCode') return [source.status]
  const [, place = '', rest = ''] =
    /^\$(response\.body|response\.header|request\.(?:path|query|header))[.#]?(.*)$/.exec(expression) ?? []
  if (place === 'response.body') return present(followPointer(source.body, rest))
  if (place === 'response.header') {
    return present([source.headers.find(([name]) => name.toLowerCase() === rest.toLowerCase())?.[1]])
  }
  return place === '' ? [] : present([source.sent?.[`${place.slice('request.'.length)}.${rest}`]])
}

/** Whether a value of a link is a runtime expression. All other values are literals. */
export const isExpression = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('$')

const present = (values: readonly unknown[]): readonly unknown[] =>
  values.filter((value) => value !== undefined && value !== null && value !== '')

function followPointer(body: unknown, pointer: string): readonly unknown[] {
  return parsePointer(pointer).reduce<readonly unknown[]>(
    (nodes, key) => nodes.flatMap((node) => step(node, key)),
    [body],
  )
}

function step(node: unknown, key: string): readonly unknown[] {
  if (!Array.isArray(node)) return [toObject(node)[key]]
  return key === '0' ? node : [node[Number(key)]]
}
