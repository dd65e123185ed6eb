import { parsePointer } from '@contract-kit/json-schema/json'
import { toObject } from '../../../src/openapi/json.ts'

/** What a runtime expression can read of an exchange. */
export interface ExpressionSource {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: unknown
  /** The values of the request's form by the field's id: `path.shipId`. */
  readonly sent?: Readonly<Record<string, string>>
}

/**
 * The values that a runtime expression finds (OpenAPI 3.1, Runtime Expressions): in the response, and among the parameters
 * of the request. Where it names the first item of an array, the other items' values follow. Others find nothing.
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

/** True for text that a runtime expression may be: anything else in a link is meant literally. */
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
