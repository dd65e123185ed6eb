import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import type { Exchange } from '../../core/exchange.ts'
import { readOnlyWritten } from './read-only-written.ts'

const readOnly = (more: object) => ({ ...more, readOnly: true })
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    owner: readOnly({ type: 'string' }),
    paid: readOnly({ type: 'boolean' }),
    createdAt: readOnly({ type: 'string', format: 'date-time' }),
    updatedAt: readOnly({ type: 'string', format: 'date-time' }),
  },
}
const content = { 'application/json': { schema } }
const reply = { description: 'shown', content }
const make = await createRig({
  paths: {
    '/notes': {
      post: { operationId: 'create', requestBody: { content }, responses: { 201: reply, 202: reply } },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', responses: { 200: reply } },
      put: { operationId: 'replace', requestBody: { content }, responses: { 200: reply, 201: reply } },
    },
  },
})

const verify = (...drafts: readonly ExchangeDraft[]) => {
  const history: Exchange[] = []
  for (const draft of drafts) history.push(make({ history: history.slice(), ...draft }))
  const last = history.at(-1)
  return last === undefined ? [] : readOnlyWritten.verify(last)
}

const at = '2026-01-01T10:00:00Z'
const read = (step: string, more: object = {}): ExchangeDraft => ({
  operation: 'read',
  step,
  path: { id: '1' },
  status: 200,
  json: { name: 'a', owner: 'north', createdAt: at, ...more },
})
const before = read('read-before-change')
const create = (body: object, json: object, status = 201): ExchangeDraft => ({
  operation: 'create',
  step: 'create-owned',
  status,
  body: { name: 'a', ...body },
  json: { name: 'a', ...json },
})
const put = (step: string, json: object, more: Partial<ExchangeDraft> = {}): ExchangeDraft => ({
  operation: 'replace',
  step,
  path: { id: '1' },
  status: 200,
  body: { name: 'a', owner: 'south' },
  json: { name: 'a', ...json },
  ...more,
})

describe('readOnlyWritten', () => {
  it('accuses a creation that takes a read-only property', () => {
    expect(verify(before, create({ owner: 'south' }, { owner: 'south' }))).toMatchObject([
      {
        operationId: 'create',
        message: 'The 201 response of create changes read-only properties as the request says: owner.',
      },
    ])
  })

  it('accuses a change whose effect only the read shows', () => {
    expect(verify(before, put('change-owned', {}), read('read-owned', { owner: 'south' }))).toMatchObject([
      { operationId: 'replace' },
    ])
  })

  it.each([
    ['overlooked', create({ owner: 'south' }, { owner: 'north' })],
    ['the same as before', create({ owner: 'north' }, { owner: 'north' })],
    ['not read-only', create({ name: 'b' }, { name: 'b' })],
    ['accepted for later', create({ owner: 'south' }, { owner: 'south' }, 202)],
    ['refused', create({ owner: 'south' }, { owner: 'south' }, 422)],
  ])('says nothing of a property that is %s', (_name, write) => {
    expect(verify(before, write)).toEqual([])
  })

  it('says nothing where no earlier value is known', () => {
    expect(verify(create({ owner: 'south' }, { owner: 'south' }))).toEqual([])
  })

  it('accuses a change that moves the time of creation', () => {
    const moved = read('read-after-change', { createdAt: '2026-01-01T10:00:05Z' })
    expect(verify(before, put('change', {}), moved)).toMatchObject([
      {
        operationId: 'replace',
        message: 'The 200 response of replace changes the time at which the item was created: createdAt.',
      },
    ])
    expect(verify(before, put('change', {}, { status: 201 }), moved)).toEqual([])
  })

  it('takes other times, and other ways to write one, for what they are', () => {
    const change = put('change', {})
    expect(
      verify(before, change, read('read-after-change', { createdAt: '2026-01-01T10:00:00.000Z' })),
    ).toEqual([])
    expect(
      verify(
        read('read-before-change', { updatedAt: at }),
        change,
        read('read-after-change', { updatedAt: '2026-01-02T00:00:00Z' }),
      ),
    ).toEqual([])
  })
})
