import type { JsonObject } from './json-object.ts'
import type { Problem } from './problem.ts'
import type { Resolve } from './resolve-reference.ts'
import { isRequired, schemasAt, type Place } from './schemas-at.ts'
import { toSentence } from './sentences.ts'
import { violates } from './violates.ts'

/** The most texts that one answer carries. */
export const MAX_TEXTS = 50

/**
 * One text per problem, in the order found and without repetition. The validator reports the problems of every branch
 * of a union; only those are told that the branch which the value most resembles explains. No text holds a value of
 * the request, or a name that the document does not know.
 */
export function describeProblems(
  problems: readonly Problem[],
  root: unknown,
  value: unknown,
  resolve: Resolve,
): string[] {
  const texts = new Set<string>()
  const unions: string[] = []
  for (const problem of withoutConsequences(problems, root, value, resolve)) {
    if (texts.size >= MAX_TEXTS) break
    const text = describeProblem(problem, root, value, resolve)
    if (text === undefined) continue
    // "matches no branch" says nothing beside the reason why it does not match.
    if (OUTER_KEYWORDS.has(problem.keyword)) unions.push(text)
    else texts.add(text)
  }
  if (texts.size === 0) unions.forEach((text) => texts.add(text))
  return texts.size > 0 ? [...texts] : ['Request is not valid']
}

/** A value of the wrong type breaks its enum, const or pattern as well: that is one problem, not two. */
function withoutConsequences(
  problems: readonly Problem[],
  root: unknown,
  value: unknown,
  resolve: Resolve,
): readonly Problem[] {
  const mistyped = new Set(
    problems
      .filter(
        (problem) =>
          problem.keyword === 'type' && describeProblem(problem, root, value, resolve) !== undefined,
      )
      .map(({ pointer }) => pointer.join('/')),
  )
  return problems.filter(({ keyword, pointer }) => keyword === 'type' || !mistyped.has(pointer.join('/')))
}

const OUTER_KEYWORDS = new Set(['oneOf', 'anyOf', 'if', 'not'])
const MEMBER_KEYWORDS = new Set(['required', 'dependentRequired'])
/** The validator appends the offending name to the path; it is the client's, so it is not repeated. */
const FOREIGN_MEMBER_KEYWORDS = new Set(['additionalProperties', 'unevaluatedProperties'])

function describeProblem(
  problem: Problem,
  root: unknown,
  value: unknown,
  resolve: Resolve,
): string | undefined {
  const { pointer, keyword } = problem
  if (MEMBER_KEYWORDS.has(keyword)) return describeMissing(pointer, root, value, resolve)
  const place = schemasAt(
    root,
    value,
    FOREIGN_MEMBER_KEYWORDS.has(keyword) ? pointer.slice(0, -1) : pointer,
    resolve,
  )
  if (place.mixed !== undefined) return describeMix(place.mixed)
  const schema = place.schemas.find((one) => explains(one, keyword, place.value))
  return schema === undefined ? undefined : `${toName(place.label)} ${toSentence(keyword, schema)}`
}

function describeMissing(
  pointer: readonly string[],
  root: unknown,
  value: unknown,
  resolve: Resolve,
): string | undefined {
  const name = pointer.at(-1) ?? ''
  const parent = schemasAt(root, value, pointer.slice(0, -1), resolve)
  if (parent.mixed !== undefined) return describeMix(parent.mixed)
  const asked = parent.schemas.some((schema) => typeof schema === 'object' && isRequired(schema, name))
  return asked ? `${toName([...parent.label, name])} is required` : undefined
}

function describeMix({ label, properties }: NonNullable<Place['mixed']>): string {
  const [first, second] = properties.map((name) => toName([...label, name]))
  return `${first} cannot be sent together with ${second}`
}

/** True when a schema carries the keyword and the value breaks it. */
function explains(schema: JsonObject | boolean, keyword: string, value: unknown): boolean {
  if (typeof schema === 'boolean') return !schema && keyword === 'false schema'
  return Object.hasOwn(schema, keyword) && violates(keyword, schema[keyword], value)
}

/** `body cards 0 quantity` becomes `cards[0].quantity`; the body itself has a name of its own. */
function toName(label: Place['label']): string {
  const [place, ...inside] = label
  const name = inside.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  if (name === '') return place === 'body' ? 'Request body' : 'Request'
  return name.replace(/^\./, '')
}
