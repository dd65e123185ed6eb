import { appendTokens, isObject, type Json } from '@contract-kit/json-schema/json'
import { keywordOf } from '@contract-kit/json-schema/schemas'
import { sketchSchema, type Sketch } from '@contract-kit/resources/exchanges'
import type { ErrorProblem } from './words.ts'

/** Problems by field name, in the format of Laravel and ASP.NET. */
export function problemMap(sketch: Sketch, problems: readonly ErrorProblem[]): Json | undefined {
  const node = sketch.nodes.find((one) => isObject(keywordOf(one, 'additionalProperties')))
  if (node === undefined || problems.length === 0) return undefined
  const { types } = sketchSchema(node.set.child(node, 'additionalProperties'))
  const groups = Map.groupBy(problems, placeOf)
  return Object.fromEntries(
    [...groups].map(([place, found]) => {
      const texts = found.map(({ message }) => message)
      return [place, types.has('array') ? texts : (texts[0] ?? '')]
    }),
  )
}

/** The location of a problem in JSON:API: a pointer into the body, or the name of a parameter or header. */
export function sourceOf(sketch: Sketch, problem: ErrorProblem): Json {
  const wanted = problem.in === 'body' ? 'pointer' : problem.in === 'header' ? 'header' : 'parameter'
  const value = problem.in === 'body' ? pointerOf(problem) : problem.at
  return sketch.fields().has(wanted) ? { [wanted]: value } : {}
}

/** The field of a problem. For a missing field, the field itself instead of its parent object. */
export function placeOf({ in: place, at, keyword, message }: ErrorProblem): string {
  const [, missing] = keyword === 'required' ? (/'([^']+)'/.exec(message) ?? []) : []
  const field = [at, missing].filter((one) => one !== undefined && one !== '').join('.')
  return field === '' ? place : field
}

/** The segments of a location: `cards`, `0`, `quantity`. */
export const tokensOf = ({ at }: ErrorProblem): readonly string[] =>
  at.split(/[.[\]]+/).filter((token) => token !== '')

/** The location in the body as a JSON Pointer (RFC 6901). */
export const pointerOf = (problem: ErrorProblem): string => appendTokens('', ...tokensOf(problem))
