import { describe, expect, it } from 'vitest'
import { describeProblems, MAX_TEXTS } from './describe-problems.ts'
import { createResolve } from './resolve-reference.ts'

const resolve = createResolve({})
const at = (pointer: string, keyword: string): { pointer: string[]; keyword: string } => ({
  pointer: pointer.split('.'),
  keyword,
})
const inBody = (schema: unknown): object => ({ required: ['body'], properties: { body: schema } })
const tell = (schema: unknown, body: unknown, ...problems: ReturnType<typeof at>[]): string[] =>
  describeProblems(problems, inBody(schema), { body }, resolve)

const branch = (maximum: number, ...names: string[]): object => ({
  properties: { n: { maximum }, ...Object.fromEntries(names.map((name) => [name, {}])) },
})

describe('describeProblems', () => {
  it('names a value by its path in the body', () => {
    const schema = { properties: { cards: { items: { properties: { quantity: { type: 'integer' } } } } } }
    const body = { cards: [{ quantity: 'x' }] }
    expect(tell(schema, body, at('body.cards.0.quantity', 'type'))).toEqual([
      'cards[0].quantity must be an integer',
    ])
  })
  it('calls the body itself Request body', () => {
    expect(tell({ type: 'object' }, [], at('body', 'type'))).toEqual(['Request body must be an object'])
    expect(tell(true, undefined, at('body', 'required'))).toEqual(['Request body is required'])
  })
  it('tells the same problem once', () => {
    const problem = at('body.a', 'required')
    expect(tell({ required: ['a'] }, {}, problem, problem)).toEqual(['a is required'])
  })
  it('leaves out what only another branch asks for', () => {
    const schema = {
      oneOf: [
        { required: ['a'], properties: { a: {} } },
        { required: ['b'], properties: { b: {}, c: {} } },
      ],
    }
    const problems = [at('body.a', 'required'), at('body.b', 'required'), at('body', 'oneOf')]
    expect(tell(schema, { c: 1 }, ...problems)).toEqual(['b is required'])
  })
  it('leaves out the limit of another branch', () => {
    const schema = { oneOf: [branch(10, 'x'), branch(100, 'y')] }
    expect(tell(schema, { y: 1, n: 50 }, at('body.n', 'maximum'), at('body', 'oneOf'))).toEqual([
      'Request body must match exactly one of the accepted shapes',
    ])
  })
  it('never repeats a name that the document does not know', () => {
    const schema = {
      additionalProperties: false,
      properties: { map: { additionalProperties: { type: 'string' } } },
    }
    expect(tell(schema, { secret: 1 }, at('body.secret', 'additionalProperties'))).toEqual([
      'Request body has a member that is not allowed',
    ])
    expect(tell(schema, { map: { secret: 1 } }, at('body.map.secret', 'type'))).toEqual([
      'map.* must be a string',
    ])
  })
  it('tells that a forbidden member is not allowed', () => {
    expect(tell({ properties: { a: false } }, { a: 1 }, at('body.a', 'false schema'))).toEqual([
      'a is not allowed',
    ])
  })
  it('always tells something', () => {
    expect(tell({}, {}, at('body.a.b', 'strange'))).toEqual(['Request is not valid'])
  })
  it('stops at the most texts of one answer', () => {
    const body = Array.from({ length: 200 }, () => 'x')
    const problems = body.map((_, index) => at(`body.${index}`, 'type'))
    expect(tell({ items: { type: 'integer' } }, body, ...problems)).toHaveLength(MAX_TEXTS)
  })
})
