import { describe, expect, it } from 'vitest'
import { compile } from './compile.ts'
import { declarationOf, generate, reading, writing } from './tiny-document.ts'

const Inner = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }
const Other = { type: 'object', required: ['b'], properties: { b: { type: 'number' } } }
const schemas = { Inner, Other, Kind: { type: 'string', enum: ['x', 'y'] } }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const inObject = (schema: unknown) => ({ type: 'object', required: ['it'], properties: { it: schema } })

/** Parts of `allOf`, with the declaration of the composed schema. */
const compositions: readonly (readonly [title: string, parts: readonly unknown[], declaration: string])[] = [
  [
    'extends referenced objects',
    [ref('Inner'), ref('Other'), { properties: { c: {} } }],
    'export interface Thing extends Inner, Other {\n  c?: unknown\n}',
  ],
  [
    'repeats an optional member that becomes required',
    [ref('Loose'), { required: ['a'] }],
    'export interface Thing extends Loose {\n  a: string\n}',
  ],
  [
    'narrows a string of a base to its values',
    [ref('Inner'), { properties: { a: { enum: ['x'] } } }],
    "export interface Thing extends Inner {\n  a: 'x'\n}",
  ],
  [
    'intersects members of different types',
    [ref('Inner'), { properties: { a: { type: ['string', 'null'] } } }],
    'export type Thing = Inner & { a: string | null }',
  ],
  [
    'intersects bases of different types',
    [ref('Inner'), ref('Loose'), { properties: { c: {} } }],
    'export type Thing = Inner & Loose & { c?: unknown }',
  ],
  [
    'intersects an object with a union',
    [ref('Inner'), { oneOf: [ref('Other'), ref('Kind')] }],
    'export type Thing = Inner & (Other | Kind)',
  ],
  [
    'intersects an object with a map',
    [ref('Open'), { properties: { a: { type: 'string' } } }],
    'export type Thing = Open & { a?: string }',
  ],
  ['merges inline objects', [Inner, Other], 'export interface Thing {\n  a: string\n  b: number\n}'],
  ['ignores a base that is any object', [ref('Any'), Inner], 'export interface Thing {\n  a: string\n}'],
  ['is an alias of its only part', [ref('Inner')], 'export type Thing = Inner'],
]

const Loose = { properties: { a: { type: 'string' } } }
const Open = { type: 'object', additionalProperties: { type: 'string' } }
const composed = (parts: readonly unknown[]) =>
  generate(
    reading(ref('Thing'), { ...schemas, Loose, Open, Any: { type: 'object' }, Thing: { allOf: parts } }),
  )

describe('generateClient with allOf', () => {
  it.each(compositions)('%s', (_, parts, declaration) => {
    expect(declarationOf(composed(parts), 'Thing')).toBe(declaration)
  })
})

const [inner, other] = [ref('Inner'), ref('Other')]
const read = "(Inner & Absent<'b'>) | (Other & Absent<'a'>)"

/** Unions with their type in a response, and their type in a request if it differs. */
const unions: readonly [title: string, schema: object, response: string, request?: string][] = [
  ['lets a response be read without narrowing', { oneOf: [inner, other] }, read, 'Inner | Other'],
  ['reads anyOf like oneOf', { anyOf: [inner, other] }, read, 'Inner | Other'],
  [
    'adds null to a union',
    { oneOf: [inner, other, { type: 'null' }] },
    `${read} | null`,
    'Inner | Other | null',
  ],
  [
    'reads an empty object as absent members',
    { oneOf: [inner, ref('Empty')] },
    "Inner | Absent<'a'>",
    'Inner | Empty',
  ],
  ['leaves variants with distinct literals to narrowing', { oneOf: [ref('Cat'), ref('Dog')] }, 'Cat | Dog'],
  ['leaves a union with other types alone', { oneOf: [inner, { type: 'string' }] }, 'Inner | string'],
  [
    'leaves a union with a map alone',
    { oneOf: [inner, { type: 'object' }] },
    'Inner | Record<string, unknown>',
  ],
  [
    'looks through a union inside a union',
    { oneOf: [ref('Deep'), ref('Empty')] },
    "Deep | Absent<'a' | 'b'>",
    'Deep | Empty',
  ],
  [
    'knows the members of extended objects',
    { oneOf: [ref('Extended'), other] },
    "(Extended & Absent<'b'>) | (Other & Absent<'c' | 'a'>)",
    'Extended | Other',
  ],
]

describe('generateClient with unions of objects', () => {
  const more = {
    Empty: { type: 'object', maxProperties: 0 },
    Cat: { required: ['kind'], properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } },
    Dog: {
      required: ['kind'],
      properties: { kind: { enum: ['dog', 'puppy'] }, tricks: { type: 'integer' } },
    },
    Deep: { oneOf: [ref('Inner'), ref('Other')] },
    Extended: { allOf: [ref('Inner'), { properties: { c: {} } }] },
  }
  const received = (schema: object) =>
    generate(reading(inObject(ref('Thing')), { ...schemas, ...more, Thing: schema }))
  const sent = (schema: object) =>
    generate(writing(inObject(ref('Thing')), { ...schemas, ...more, Thing: schema }))

  it.each<[string, object, string, string?]>([...unions])('%s', (_, schema, response, request = response) => {
    expect(declarationOf(received(schema), 'Thing')).toBe(`export type Thing = ${response}`)
    expect(declarationOf(sent(schema), 'Thing')).toBe(`export type Thing = ${request}`)
  })

  it('writes types that compile', () => {
    const modules = [
      ...compositions.map(([, parts], index) => [`all${index}.ts`, composed(parts)]),
      ...unions.flatMap(([, schema], index) => [
        [`received${index}.ts`, received(schema)],
        [`sent${index}.ts`, sent(schema)],
      ]),
    ]
    expect(compile(Object.fromEntries(modules))).toBe('')
  })
})
