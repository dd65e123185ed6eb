import { appendTokens, isObject, type Json } from '@contract-kit/json-schema/json'
import { keywordOf } from '@contract-kit/json-schema/schemas'
import { sketchSchema, type Sketch } from '@contract-kit/resources/exchanges'
import type { ErrorProblem } from './words.ts'

/** Problems by the name of their field, as Laravel and ASP.NET write them. */
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

/** The place of a problem as JSON:API writes it: a pointer into the body, or the name of a parameter or header. */
export function sourceOf(sketch: Sketch, problem: ErrorProblem): Json {
  const wanted = problem.in === 'body' ? 'pointer' : problem.in === 'header' ? 'header' : 'parameter'
  const value = problem.in === 'body' ? pointerOf(problem) : problem.at
  return sketch.fields().has(wanted) ? { [wanted]: value } : {}
}

/** The field that a problem is about; for one that is missing, the field itself rather than the object around it. */
export function placeOf({ in: place, at, keyword, message }: ErrorProblem): string {
  const [, missing] = keyword === 'required' ? (/'([^']+)'/.exec(message) ?? []) : []
  const field = [at, missing].filter((one) => one !== undefined && one !== '').join('.')
  return field === '' ? place : field
}

/** The steps of a place: `cards`, `0`, `quantity`. */
export const tokensOf = ({ at }: ErrorProblem): readonly string[] =>
  at.split(/[.[\]]+/).filter((token) => token !== '')

/** The place in the body as a JSON Pointer (RFC 6901). */
export const pointerOf = (problem: ErrorProblem): string => appendTokens('', ...tokensOf(problem))
