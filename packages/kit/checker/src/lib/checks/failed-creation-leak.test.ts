import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { failedCreationLeak } from './failed-creation-leak.ts'

const verify = (...drafts: ExchangeDraft[]) => failedCreationLeak.verify(lastOf(...drafts))
const old = { id: 'p0', name: 'Ada' }
const before = steps.list('list-before', [old])
const failed = (status = 422, more: Partial<ExchangeDraft> = {}) =>
  steps.create({
    step: 'failed-create',
    mode: 'negative',
    body: { name: 'Rex', kind: 'cow' },
    status,
    json: undefined,
    ...more,
  })
const after = (...items: object[]) => steps.list('list-after-failed-create', [old, ...items])

describe('failedCreationLeak', () => {
  it('accuses the creation that left a new item', () => {
    expect(verify(before, failed(), after({ id: 'p1', name: 'Rex' }))).toMatchObject([
      {
        operationId: 'createPet',
        message: 'The 422 answer of createPet refuses a creation, after which the list shows a new item.',
      },
    ])
  })

  it('accuses a new item that shows nothing of what was sent', () => {
    expect(verify(before, failed(), after({ id: 'p1' }))).toHaveLength(1)
  })

  it('is content with an unchanged list', () => {
    expect(verify(before, failed(), after())).toEqual([])
  })

  it('claims nothing of an item that resembles nothing that was sent', () => {
    expect(verify(before, failed(), after({ id: 'p1', name: 'Zoe' }))).toEqual([])
  })

  it.each([201, 202, 500])('claims nothing after %i', (status) => {
    expect(verify(before, failed(status), after({ id: 'p1', name: 'Rex' }))).toEqual([])
  })

  it('claims nothing without the list before', () => {
    expect(verify(failed(), after({ id: 'p1', name: 'Rex' }))).toEqual([])
  })
})
