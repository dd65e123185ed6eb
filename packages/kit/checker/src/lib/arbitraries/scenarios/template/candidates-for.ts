import { isObject, type Json } from '../../../schema/json.ts'
import { keywordOf, type Direction, type SchemaNode } from '../../../schema/schema-node.ts'
import type { JsonType } from '../../invalid/narrow-shell.ts'
import { arrayCandidates } from './array-candidates.ts'
import type { Maker } from './maker.ts'
import { numberCandidates } from './number-candidates.ts'
import { objectCandidates } from './object-candidates.ts'
import { textCandidates } from './text-candidates.ts'
import { typesOfParts } from './types-of-parts.ts'

/**
 * Values that may keep all schemas, the plainest first: what they propose themselves (`const`, `example`, `default`,
 * `enum`), then values of each type they allow. Objects and arrays are proposed by their parts only, so that they hold
 * nothing optional.
 */
export function* candidatesFor(
  parts: readonly SchemaNode[],
  given: readonly Json[],
  maker: Maker,
  direction: Direction | undefined,
): Generator<Json> {
  if (parts.some((part) => part.schema === false)) return
  const proposals = [...given, ...proposalsOf(parts)]
  const listed = parts.flatMap(listedValues)
  yield* [...proposals, ...listed].filter(
    (value) => listed.length > 0 || value === null || typeof value !== 'object',
  )
  if (listed.length > 0) return
  for (const type of typesOfParts(parts)) yield* ofType(type, parts, proposals, maker, direction)
}

const ofType = (
  type: JsonType,
  parts: readonly SchemaNode[],
  proposals: readonly Json[],
  maker: Maker,
  direction: Direction | undefined,
): Iterable<Json> => {
  switch (type) {
    case 'null':
      return [null]
    case 'boolean':
      return [true, false]
    case 'integer':
    case 'number':
      return numberCandidates(parts)
    case 'string':
      return textCandidates(parts)
    case 'array':
      return arrayCandidates(
        parts,
        proposals.filter((value) => Array.isArray(value)),
        maker,
      )
    case 'object':
      return objectCandidates(parts, proposals.filter(isObject), maker, direction)
  }
}

const proposalsOf = (parts: readonly SchemaNode[]): Json[] =>
  parts.flatMap((part) => {
    const examples = keywordOf(part, 'examples')
    const single = [
      keywordOf(part, 'example'),
      ...(Array.isArray(examples) ? examples : []),
      keywordOf(part, 'default'),
    ]
    return single.filter((value) => value !== undefined)
  })

const listedValues = (part: SchemaNode): Json[] => {
  const only = keywordOf(part, 'const')
  const several = keywordOf(part, 'enum')
  return [...(only === undefined ? [] : [only]), ...(Array.isArray(several) ? several : [])]
}
