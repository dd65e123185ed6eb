import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { notModifiedUnasked } from './not-modified-unasked.ts'

const responses = { 200: { description: 'ok' }, 304: { description: 'same' } }
const get = await createRig(oneOperation({ responses }))
const put = await createRig(oneOperation({ responses }, { method: 'put' }))
const condition = { headers: [['if-none-match', '"1"']] } as const

describe('notModifiedUnasked', () => {
  it('accuses 304 to no condition', () => {
    expect(notModifiedUnasked.verify(get({ operation: 'act', status: 304 }))).toMatchObject([
      { operationId: 'act' },
    ])
  })

  it('takes 304 to a condition of GET only', () => {
    expect(notModifiedUnasked.verify(get({ operation: 'act', request: condition, status: 304 }))).toEqual([])
    expect(
      notModifiedUnasked.verify(put({ operation: 'act', request: condition, status: 304 })),
    ).toHaveLength(1)
  })

  it('is silent about other statuses', () => {
    expect(notModifiedUnasked.verify(get({ operation: 'act', status: 200 }))).toEqual([])
  })
})
