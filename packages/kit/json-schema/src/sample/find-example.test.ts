import { describe, expect, it } from 'vitest'
import { createNode } from '../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import { findExample } from './find-sample.ts'

const exampleOf = (schema: Json): Json | undefined =>
  findExample(createNode(schema), { direction: 'request' })

describe('findExample', () => {
  it('has the properties that may be left out, in their order', () => {
    expect(
      exampleOf({
        type: 'object',
        required: ['kind'],
        properties: {
          name: { type: 'string' },
          id: { type: 'integer', readOnly: true },
          opened: { type: 'string', format: 'date' },
          tags: { type: 'array', items: { type: 'string', example: 'tart' } },
          kind: { enum: ['buoy', 'ship'] },
          size: { type: 'integer', minimum: 5 },
          never: false,
        },
      }),
    ).toMatchObject({
      name: 'text',
      opened: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      tags: ['tart'],
      kind: 'buoy',
    })
  })

  it('takes examples whole where they are valid', () => {
    const place = { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer' } } }
    const near = { ...place, example: { x: 9007199254740993n } }
    const far = { ...place, example: { x: 'east' } }
    expect(exampleOf({ type: 'object', properties: { near, far } })).toStrictEqual({
      near: { x: 9007199254740993n },
      far: { x: 1, y: 1 },
    })
  })

  it('ends where a schema contains itself', () => {
    const schema = {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        next: { $ref: '#' },
        all: { type: 'array', items: { $ref: '#' } },
      },
    }
    expect(exampleOf(schema)).toStrictEqual({ name: 'text', all: [] })
  })

  it('leaves out what cannot stand beside the rest', () => {
    const properties = { a: { type: 'string' }, b: { type: 'string' } }
    expect(
      exampleOf({ type: 'object', required: ['a'], properties, not: { required: ['b'] } }),
    ).toStrictEqual({
      a: 'text',
    })
  })
})
