import { join } from 'node:path'
import { createJudge, invalidValues, validValues } from '@contract-kit/json-schema'
import { type Arbitrary, sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Impact } from '../../src/changes/change.ts'
import { compareDocuments } from '../../src/changes/compare-documents.ts'
import { keywordKinds } from '../../src/changes/schemas/keywords.ts'
import type { JsonObject } from '../../src/documents/json.ts'
import { documentRows } from './document-rows.ts'
import { messageRows } from './message-rows.ts'
import { rowDocuments } from './object-row.ts'
import { renderMatrix } from './render-matrix.ts'
import {
  components,
  type Expected,
  keywordChanges,
  type KeywordChange,
  type SchemaRow,
  schemaRows,
  schemasOf,
} from './schema-rows.ts'

const objectRows = [...documentRows, ...messageRows]

const roles = ['sent', 'received'] as const
const places = ['parameter', 'header', 'body'] as const
type Role = (typeof roles)[number]
type Place = (typeof places)[number]

/** Returns a document with the schema at a place; `undefined` if there is no such place. */
function documentWith(schema: JsonObject, role: Role, place: Place): JsonObject | undefined {
  const operation = operationWith(schema, role, place)
  return (
    operation && {
      openapi: '3.1.1',
      info: { title: 'Matrix', version: '1.0.0' },
      paths: { '/a': { post: operation } },
      components,
    }
  )
}

function operationWith(schema: JsonObject, role: Role, place: Place): JsonObject | undefined {
  const content = { 'application/json': { schema } }
  const ok = { description: 'OK' }
  if (role === 'sent') {
    if (place === 'body') return { requestBody: { content }, responses: { 200: ok } }
    const parameter = { name: 'x', in: place === 'header' ? 'header' : 'query', schema }
    return { parameters: [parameter], responses: { 200: ok } }
  }
  // A parameter is never received.
  if (place === 'parameter') return undefined
  const response = place === 'body' ? { ...ok, content } : { ...ok, headers: { x: { schema } } }
  return { responses: { 200: response } }
}

/** Returns the worst impact that the comparison finds; `undefined` if there are no differences. */
function rate(before: JsonObject, after: JsonObject): Impact | undefined {
  return compareDocuments(before, after)[0]?.impact
}

/** Returns values of all kinds, generated from both schemas and written by hand. */
function valuesFor(schemas: readonly JsonObject[]): readonly unknown[] {
  const made = schemas.flatMap((schema) => [
    ...take(() => validValues(schema)),
    ...take(() => invalidValues(schema).map(({ value }) => value)),
  ])
  const numbers = Array.from({ length: 120 }, (_, index) => index - 10)
  return [...made, ...numbers, ...otherValues]
}

const otherValues: readonly unknown[] = JSON.parse(`[
  null, true, false, 1.5,
  "", "a", "b", "abc", "abcd", "abcdef", "abcdefghijk", "https://example.com", "/relative", "z9",
  [], [1], [1, 2], [20], [20, 30], [20, 30, 40], [20, 30, 40, 50], ["a", "a"], ["a", "b", "c"], ["abcdef"], ["a", 1], ["a", "b"],
  {}, { "a": 1 }, { "a": "x" }, { "a": "x", "b": "y" }, { "a": "x", "b": "y", "c": "z" }, { "a": 1, "b": 2 }, { "b": "x" },
  { "abc": "abcdef" }, { "abcdef": "x" }, { "z": "a" }, { "z": 1 }
]`)

function take<T>(create: () => Arbitrary<T>): readonly T[] {
  try {
    return sample(create(), { numRuns: 80, seed: 7 })
  } catch {
    return []
  }
}

/** Returns the ratings of the opposite change. */
const turn = ([sent, received]: Expected): Expected => [received, sent]

/** Returns the ratings by a single rule: whether a value that was valid for the consumer becomes invalid. */
function expectedByJudge(row: SchemaRow): NonNullable<SchemaRow['decided']> {
  const [added, tightened] = (['added', 'tightened'] as const).map((change) => {
    const schemas = schemasOf(row, change).map((schema) => ({ ...schema, components }))
    const values = valuesFor(schemas)
    const [wasValid = [], isValid = []] = schemas.map((schema) => {
      const judge = createJudge(schema)
      return values.map((value) => judge(value).length === 0)
    })
    const breaksSender = wasValid.some((was, index) => was && !isValid[index])
    const breaksReceiver = isValid.some((is, index) => is && !wasValid[index])
    return [breaksSender ? 'major' : 'minor', breaksReceiver ? 'major' : 'minor'] as const
  })
  if (added === undefined || tightened === undefined) throw new Error('Two ratings were expected')
  return { added, removed: turn(added), tightened, loosened: turn(tightened) }
}

/** Returns the ratings of a keyword's change at every place: `sent, body`. They are cached, because rating is slow. */
function rateChange(row: SchemaRow, change: KeywordChange): ReadonlyMap<string, Impact | undefined> {
  const known = ratings.get(`${row.keyword} ${change}`)
  if (known !== undefined) return known
  const [before, after] = schemasOf(row, change)
  const rated = possiblePlaces.map(([role, place]) => {
    const [old, young] = [documentWith(before, role, place), documentWith(after, role, place)]
    return [`${role}, ${place}`, old && young && rate(old, young)] as const
  })
  ratings.set(`${row.keyword} ${change}`, new Map(rated))
  return rateChange(row, change)
}
const ratings = new Map<string, ReadonlyMap<string, Impact | undefined>>()

const possiblePlaces = roles
  .flatMap((role) => places.map((place) => [role, place] as const))
  .filter(([role, place]) => documentWith({}, role, place) !== undefined)

/** The keywords of JSON Schema 2020-12 by vocabulary, and those of the Schema Object in OpenAPI 3.2. */
const keywords2020 = `$schema $vocabulary $id $anchor $dynamicAnchor $ref $dynamicRef $defs $comment
allOf anyOf oneOf not if then else dependentSchemas prefixItems items contains properties patternProperties additionalProperties propertyNames
unevaluatedItems unevaluatedProperties
type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains
minContains maxProperties minProperties required dependentRequired
format contentEncoding contentMediaType contentSchema
title description default deprecated readOnly writeOnly examples
discriminator xml externalDocs example`.split(/\s+/)

describe('the matrix of schemas', () => {
  it('has every keyword', () => {
    const rows = schemaRows.map(({ keyword }) => keyword)
    expect(keywords2020.filter((keyword) => !rows.includes(keyword))).toStrictEqual([])
    expect(rows.filter((keyword) => keywordKinds[keyword] === undefined)).toStrictEqual([])
  })

  it.each(schemaRows)('rates each change of $keyword by the one rule', (row) => {
    const judged = row.decided === undefined ? expectedByJudge(row) : undefined
    const wrong = keywordChanges.flatMap((change) => {
      const [sent, received] = (row.decided ?? judged)?.[change] ?? []
      const expected = { sent, received }
      return possiblePlaces.flatMap(([role, place]) => {
        const found = rateChange(row, change).get(`${role}, ${place}`)
        return found === expected[role]
          ? []
          : [`${change}, ${role}, ${place}: ${found}, and not ${expected[role]}`]
      })
    })
    expect(wrong).toStrictEqual([])
  })
})

describe('the matrix of objects', () => {
  it.each(objectRows)('rates each change of $field in $object', (row) => {
    const found = rowDocuments(row).map(([change, before, after]) => [change, rate(before, after)])
    expect(Object.fromEntries(found)).toStrictEqual(row.expected)
  })
})

describe('docs/changes.md', () => {
  it('has the matrix as it is', async () => {
    const cells = schemaRows.length * keywordChanges.length * possiblePlaces.length
    const page = await renderMatrix(
      (row, change, role) => rateChange(row, change).get(`${role}, body`) ?? '',
      objectRows,
      cells + objectRows.flatMap(rowDocuments).length,
    )
    await expect(page).toMatchFileSnapshot(join(import.meta.dirname, '../../docs/changes.md'))
  })
})
