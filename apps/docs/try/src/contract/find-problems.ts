import { isJsonObject, type JsonObject, toList, toObject, toText } from '../json-object.ts'
import { followReference } from './follow-reference.ts'
import { findBrokenLimits } from './find-broken-limits.ts'
import { findWrongType } from './find-wrong-type.ts'

// The service's own words, which go with problems of the body as such.
const wholeBody = 'Request body'

/**
 * What a value lacks by a schema of the contract, one sentence per problem, in the words the service uses. It knows the
 * keywords that the contract's requests use, and is a hint: the service alone decides.
 */
export function findProblems(
  document: unknown,
  declared: unknown,
  value: unknown,
  name = wholeBody,
): string[] {
  const schema = followReference(document, declared)
  const wrongType = findWrongType(schema['type'], value)
  if (wrongType !== '') return [`${name} ${wrongType}`]
  return [
    ...findBrokenLimits(schema, value).map((problem) => `${name} ${problem}`),
    ...(isJsonObject(value) ? memberProblems(document, schema, value, name) : []),
    ...(Array.isArray(value)
      ? value.flatMap((item, index) => findProblems(document, schema['items'], item, `${name}[${index}]`))
      : []),
    ...shapeProblems(document, schema, value, name),
  ]
}

function memberProblems(document: unknown, schema: JsonObject, value: JsonObject, name: string): string[] {
  const nameOf = (member: string) => (name === wholeBody ? member : `${name}.${member}`)
  const missing = toList(schema['required'])
    .map(toText)
    .filter((member) => !Object.hasOwn(value, member))
  const properties = Object.entries(toObject(schema['properties']))
  return [
    ...missing.map((member) => `${nameOf(member)} is required`),
    ...properties
      .filter(([member]) => Object.hasOwn(value, member))
      .flatMap(([member, property]) => findProblems(document, property, value[member], nameOf(member))),
  ]
}

function shapeProblems(document: unknown, schema: JsonObject, value: unknown, name: string): string[] {
  const problemsOf = (branches: unknown) =>
    toList(branches)
      .map((branch) => ({
        missing: countMissing(followReference(document, branch), value),
        problems: findProblems(document, branch, value, name),
      }))
      .toSorted((a, b) => a.missing - b.missing || a.problems.length - b.problems.length)
      .map(({ problems }) => problems)
  const oneOf = problemsOf(schema['oneOf'])
  const anyOf = problemsOf(schema['anyOf'])
  const isExcluded = 'not' in schema && findProblems(document, schema['not'], value, name).length === 0
  return [
    ...(isExcluded ? [`${name} combines members that cannot be sent together`] : []),
    ...(oneOf.filter(fits).length > 1
      ? [`${name} must match exactly one of the accepted shapes`]
      : nearest(oneOf)),
    ...nearest(anyOf),
  ]
}

const fits = (problems: readonly string[]): boolean => problems.length === 0

/** The problems of the branch that is most likely meant; none where any of them fits. */
const nearest = (branches: readonly string[][]): string[] => (branches.some(fits) ? [] : (branches[0] ?? []))

const countMissing = (schema: JsonObject, value: unknown): number =>
  toList(schema['required']).filter((member) => !Object.hasOwn(toObject(value), toText(member))).length
