import express from 'express'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ErrorMapper, RequestError } from '../src/index.ts'
import { bodyOf, createRouter, documentOf, json, read, startSuite } from './service.ts'

const suite = startSuite()

const number = { type: 'number' }
const text = { type: 'string' }
const circle = {
  type: 'object',
  required: ['kind', 'radius'],
  properties: { kind: { const: 'circle' }, radius: number },
}
const square = {
  type: 'object',
  required: ['kind', 'side'],
  properties: { kind: { enum: ['square', 'cube'] }, side: { ...number, minimum: 1 } },
}
const shape = { oneOf: [circle, square] }
const byId = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const byName = {
  type: 'object',
  required: ['first', 'last'],
  properties: { first: text, last: { ...text, minLength: 2 }, secret: { ...text, readOnly: true } },
  not: { anyOf: [{ required: ['id'] }, { required: ['code'] }] },
}
const components = {
  schemas: {
    Cat: {
      type: 'object',
      required: ['pet', 'lives'],
      properties: { pet: text, lives: { type: 'integer', nullable: true, maximum: 9 } },
    },
    Dog: { allOf: [{ type: 'object', required: ['pet'], properties: { pet: text, lives: text } }] },
    Node: {
      anyOf: [
        { type: 'object', required: ['leaf'], properties: { leaf: number } },
        {
          type: 'object',
          required: ['nodes'],
          properties: { nodes: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
        },
      ],
    },
  },
}
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const pets = {
  oneOf: [ref('Cat'), ref('Dog')],
  discriminator: { propertyName: 'pet', mapping: { tom: '#/components/schemas/Cat', Rex: 'Dog' } },
}
const operations = {
  'POST /shapes': bodyOf('application/json', { type: 'array', items: shape }),
  'POST /people': bodyOf('application/json', { oneOf: [byName, { ...byId, 'x-chosen-by': ['id'] }] }),
  'POST /codes': bodyOf('application/json', { anyOf: [byId, { ...byName, additionalProperties: false }] }),
  'POST /scalars': bodyOf('application/json', { oneOf: [{ type: 'integer', minimum: 3 }, text] }),
  'POST /both': bodyOf('application/json', { oneOf: [byId, { type: 'object' }] }),
  'POST /nodes': bodyOf('application/json', ref('Node')),
  'POST /closed': bodyOf('application/json', {
    oneOf: [circle, square],
    unevaluatedProperties: false,
  }),
}

const listProblems: ErrorMapper = (error) =>
  error instanceof RequestError
    ? { status: error.status, body: error.problems.map(({ at, message }) => `${at}: ${message}`) }
    : { status: 500, body: String(error) }

let url: string

beforeAll(async () => {
  const options = { errors: listProblems }
  const router = await createRouter(operations, {
    ...options,
    document: documentOf(operations, { components }),
  })
  const older = {
    ...documentOf({ 'POST /pets': bodyOf('application/json', pets) }, { components }),
    openapi: '3.0.3',
  }
  const app = express().use('/3.0', await createRouter({}, { ...options, document: older }))
  url = await suite.listen(app.use(router))
})

describe('a body that matches no variant', () => {
  it.each([
    ['/shapes', [{ kind: 'circle' }], ["[0]: must have required property 'radius'"]],
    ['/shapes', [{ kind: 'cube', side: 0 }], ['[0].side: must be >= 1']],
    ['/shapes', [{ kind: 'cone', side: 2 }], ['[0].kind: must be one of: square, cube']],
    ['/shapes', [{ kind: 'circle', radius: 1 }, 7], ['[1]: must be object']],
    ['/shapes', {}, [': must be array']],
    ['/people', { first: 'Ann', last: 'A' }, ['last: must have at least 2 characters']],
    ['/people', { first: 'Ann', last: 'Ash', code: 1 }, [': must not have code']],
    ['/people', { first: 'Ann', last: 'Ash', id: 'x' }, ['id: must be integer']],
    ['/people', { first: 'Ann', last: 'Ash', secret: 'x' }, ['secret: is read-only']],
    [
      '/codes',
      { first: 'Ann', last: 'Ash', id: 'x', more: 1 },
      [': must not have id', ': must not have additional properties'],
    ],
    ['/codes', { first: 'Ann', last: 'Ash', more: 1 }, [': must not have additional properties']],
    ['/scalars', 2, [': must be >= 3']],
    ['/both', { id: 1 }, [': must match exactly one schema in oneOf']],
    [
      '/nodes',
      { nodes: [{ leaf: 1 }, { nodes: [{ leaf: 'x' }] }] },
      ['nodes[1].nodes[0].leaf: must be number'],
    ],
    ['/closed', { kind: 'circle', radius: 'x' }, ['radius: must be number']],
    ['/3.0/pets', { pet: 'tom', lives: 10 }, ['lives: must be <= 9']],
    ['/3.0/pets', { pet: 'Cat', lives: 10 }, ['lives: must be <= 9']],
    ['/3.0/pets', { pet: 'Rex', lives: 1.5 }, ['lives: must be string']],
  ])('is judged by the one it is meant for: %s %j', async (path, body, problems) => {
    expect(await read(await fetch(url + path, json(body)))).toStrictEqual([400, problems])
  })

  it('has one problem if it is large', async () => {
    const many = Array.from({ length: 5000 }, () => ({ kind: 'circle' }))
    expect(await read(await fetch(`${url}/shapes`, json(many)))).toStrictEqual([
      400,
      ["[0]: must have required property 'radius'"],
    ])
  })
})
