import { join } from 'node:path'
import { createJudge, invalidValues, validValues } from '@contract-kit/checker/schema'
import { type Arbitrary, sample } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { impacts, type Impact } from '../../src/changes/change.ts'
import { compareDocuments } from '../../src/changes/compare-documents.ts'
import { keywordKinds } from '../../src/changes/schemas/keywords.ts'
import type { JsonObject } from '../../src/documents/json.ts'
import { documentRows } from './document-rows.ts'
import { messageRows } from './message-rows.ts'
import { rowDocuments } from './object-row.ts'
import { renderMatrix } from './render-matrix.ts'
import {
  components,
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

/** A document with the schema at a place; undefined if there is no such place. */
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

/** The worst impact that the comparison finds; none where nothing differs. */
function rate(before: JsonObject, after: JsonObject): Impact | undefined {
  return compareDocuments(before, after)[0]?.impact
}

/** Values of all kinds, made from both schemas and by hand. */
function valuesFor(schemas: readonly JsonObject[]): readonly unknown[] {
  const made = schemas.flatMap((schema) => [
    ...take(() => validValues(schema)),
    ...take(() => invalidValues(schema).map(({ value }) => value)),
  ])
  const numbers = Array.from({ length: 120 }, (_, index) => index - 10)
  const texts = [
    '',
    'a',
    'b',
    'abc',
    'abcd',
    'abcdef',
    'abcdefghijk',
    'https://example.com',
    '/relative',
    'z9',
  ]
  const lists = [
    [],
    [1],
    [1, 2],
    [20],
    [20, 30],
    [20, 30, 40],
    [20, 30, 40, 50],
    ['a', 'a'],
    ['a', 'b', 'c'],
    ['abcdef'],
    ['a', 1],
    ['a', 'b'],
  ]
  const objects = [
    {},
    { a: 1 },
    { a: 'x' },
    { a: 'x', b: 'y' },
    { a: 'x', b: 'y', c: 'z' },
    { a: 1, b: 2 },
    { b: 'x' },
    { abc: 'abcdef' },
    { abcdef: 'x' },
    { z: 'a' },
    { z: 1 },
  ]
  return [...made, ...numbers, ...texts, ...lists, ...objects, null, true, false, 1.5]
}

function take<T>(create: () => Arbitrary<T>): readonly T[] {
  try {
    return sample(create(), { numRuns: 80, seed: 7 })
  } catch {
    return []
  }
}

/** The rating of a change by the one rule: does a value that was valid for the consumer become invalid? */
function expectedByJudge(before: JsonObject, after: JsonObject, role: Role): Impact {
  const [old, young] = [before, after].map((schema) => ({ ...schema, components }))
  const [wasValid, isValid] = [old, young].map((schema) => {
    const judge = createJudge(schema)
    return (value: unknown): boolean => judge(value).length === 0
  })
  if (wasValid === undefined || isValid === undefined) throw new Error('Two judges were expected')
  const values = valuesFor([old ?? {}, young ?? {}])
  const breaks = (value: unknown): boolean =>
    role === 'sent' ? wasValid(value) && !isValid(value) : isValid(value) && !wasValid(value)
  return values.some(breaks) ? 'major' : 'minor'
}

/** One rating: a keyword, a change, a way and a place. */
interface Cell {
  readonly row: SchemaRow
  readonly change: KeywordChange
  readonly role: Role
  readonly place: Place
}

const cells: readonly Cell[] = schemaRows.flatMap((row) =>
  keywordChanges.flatMap((change) =>
    roles.flatMap((role) => places.map((place) => ({ row, change, role, place }))),
  ),
)

/** The keywords of JSON Schema 2020-12 by vocabulary, and of the Schema Object of OpenAPI 3.2. */
const keywords2020 = `$schema $vocabulary $id $anchor $dynamicAnchor $ref $dynamicRef $defs $comment
allOf anyOf oneOf not if then else dependentSchemas prefixItems items contains properties patternProperties additionalProperties propertyNames
unevaluatedItems unevaluatedProperties
type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains
minContains maxProperties minProperties required dependentRequired
format contentEncoding contentMediaType contentSchema
title description default deprecated readOnly writeOnly examples
discriminator xml externalDocs example`.split(/\s+/)

/** A parameter is never received. */
const possible = cells.filter(({ role, place }) => documentWith({}, role, place) !== undefined)

describe('the matrix of schemas', () => {
  it('has every keyword', () => {
    const rows = schemaRows.map(({ keyword }) => keyword)
    expect(keywords2020.filter((keyword) => !rows.includes(keyword))).toStrictEqual([])
    expect(rows.filter((keyword) => keywordKinds[keyword] === undefined)).toStrictEqual([])
  })

  it.each(schemaRows)('rates each change of $keyword by the one rule', (row) => {
    const wrong = cells
      .filter((cell) => cell.row === row)
      .flatMap(({ change, role, place }) => {
        const [before, after] = schemasOf(row, change)
        const [old, young] = [documentWith(before, role, place), documentWith(after, role, place)]
        if (old === undefined || young === undefined) return []
        const expected =
          row.decided?.[change][role === 'sent' ? 0 : 1] ?? expectedByJudge(before, after, role)
        const found = rate(old, young)
        return found === expected ? [] : [`${change}, ${role}, ${place}: ${found}, and not ${expected}`]
      })
    expect(wrong).toStrictEqual([])
  })

  it('leaves no cell unrated', () => {
    const unrated = possible.filter(({ row, change, role, place }) => {
      const [before, after] = schemasOf(row, change).map((schema) => documentWith(schema, role, place) ?? {})
      return rate(before ?? {}, after ?? {}) === undefined
    })
    expect(unrated.map(({ row, change }) => `${row.keyword} ${change}`)).toStrictEqual([])
    expect([cells.length, possible.length]).toStrictEqual([schemaRows.length * 24, schemaRows.length * 20])
  })
})

describe('the matrix of objects', () => {
  it.each(objectRows)('rates each change of $object.$field', (row) => {
    const found = rowDocuments(row).map(([change, before, after]) => [change, rate(before, after)])
    expect(Object.fromEntries(found)).toStrictEqual(row.expected)
  })

  it('leaves no cell unrated', () => {
    const ratings = objectRows.flatMap((row) =>
      rowDocuments(row).map(([, before, after]) => rate(before, after)),
    )
    expect(ratings.filter((impact) => impact === undefined || !impacts.includes(impact))).toStrictEqual([])
  })
})

/** The rating of a change of a body. */
function rateBody(row: SchemaRow, change: KeywordChange, role: Role): string {
  const [before, after] = schemasOf(row, change).map((schema) => documentWith(schema, role, 'body') ?? {})
  return rate(before ?? {}, after ?? {}) ?? ''
}

describe('docs/changes.md', () => {
  it('has the matrix as it is', async () => {
    const page = await renderMatrix(
      rateBody,
      objectRows,
      possible.length + objectRows.flatMap(rowDocuments).length,
    )
    await expect(page).toMatchFileSnapshot(join(import.meta.dirname, '../../docs/changes.md'))
  })
})
