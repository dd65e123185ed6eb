import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { repeatedPutCreated } from './repeated-put-created.ts'

const verify = (...drafts: ExchangeDraft[]) => repeatedPutCreated.verify(lastOf(...drafts))
const put = (status = 201) => steps.put({ name: 'Rex' }, { status })
const read = steps.read('read-before-change', { id: 'p1', name: 'Rex' })

describe('repeatedPutCreated', () => {
  it('accuses 201 after the same PUT', () => {
    expect(verify(put(), put())).toMatchObject([
      {
        operationId: 'replacePet',
        message: 'The 201 answer of replacePet says that something was created, which was there already.',
      },
    ])
  })

  it('accuses 201 for what was just read', () => {
    expect(verify(read, put())).toHaveLength(1)
    expect(verify(read, steps.remove({ status: 409 }), put())).toHaveLength(1)
  })

  it('takes 201 for what was not there', () => {
    expect(verify(put())).toEqual([])
    expect(verify(steps.missing('read-before-change'), put())).toEqual([])
    expect(verify(put(), steps.remove(), put())).toEqual([])
    expect(verify(read, steps.remove(), put())).toEqual([])
    expect(verify(put(), steps.missing('read-after-change'), put())).toEqual([])
    expect(verify(steps.read('x', { id: 'p2' }, { path: { petId: 'p2' } }), put())).toEqual([])
  })

  it('takes 200 at any time', () => {
    expect(verify(put(), put(200))).toEqual([])
  })
})
