import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf } from '../../../test/pet-shop.ts'
import { childUnderWrongParent } from './child-under-wrong-parent.ts'

const toy = { name: 'ball', size: 3 }
const create = (id: unknown = 1): ExchangeDraft => ({
  operation: 'createToy',
  step: 'create',
  path: { petId: 'p1' },
  body: toy,
  status: 201,
  json: { id, ...toy },
})
const ask = (json: object, status = 200): ExchangeDraft => ({
  operation: 'getToy',
  step: 'wrong-parent',
  path: { petId: 'p2', toyId: 1 },
  status,
  json,
})
const verify = (...drafts: ExchangeDraft[]) => childUnderWrongParent.verify(lastOf(...drafts))

describe('childUnderWrongParent', () => {
  it('accuses a parent that shows the child of another', () => {
    expect(verify(create(), ask({ id: 1, ...toy }))).toMatchObject([
      {
        operationId: 'getToy',
        message: 'The 200 answer of getToy shows a thing under a parent that it does not belong to.',
      },
    ])
  })

  it('accuses whatever is shown under an id that is unique', () => {
    expect(verify(create('0f8fad5b-d9cb-469f-a165-70867728950e'), ask({}))).toHaveLength(1)
  })

  it('claims nothing of another child of the same number', () => {
    expect(verify(create(), ask({ id: 1, name: 'bone', size: 3 }))).toEqual([])
    expect(verify(create(), ask({ id: 1 }))).toEqual([])
  })

  it.each([404, 403, 400])('is content with %i', (status) => {
    expect(verify(create(), ask({}, status))).toEqual([])
  })
})
