import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import type { Json } from '../../json-schema/base/json.ts'
import { failedChangeSideEffects, failedCreationLeak } from './failed-changes.ts'

const verify = (...drafts: ExchangeDraft[]) => failedChangeSideEffects.verify(lastOf(...drafts))
const before = steps.read('read-before-change', {
  id: 'p1',
  name: 'Rex',
  weight: 5,
  nick: 'R',
  updatedAt: 'then',
})
const failed = (body: Json, status = 422) =>
  steps.put(body, { step: 'failed-change', mode: 'negative', status, json: undefined, text: '' })
const after = (more: object) =>
  steps.read('read-after-failed-change', { id: 'p1', name: 'Rex', weight: 5, nick: 'R', ...more })
const stale = (status: number) =>
  steps.put({ weight: 9 }, { step: 'condition-stale', status, json: undefined, text: '' })
const first = (weight: number) => steps.read('condition-first', { id: 'p1', name: 'Rex', weight })

describe('failedChangeSideEffects', () => {
  it('accuses the change whose value was taken', () => {
    expect(verify(before, failed({ name: 7, weight: 9 }), after({ weight: 9 }))).toMatchObject([
      {
        operationId: 'replacePet',
        message: 'The 422 response of replacePet rejects a change, but the change takes effect: weight.',
      },
    ])
  })

  it('accuses the change that lost what it left out', () => {
    expect(verify(before, failed({ nick: 'R', weight: 5 }), after({ name: null }))).toMatchObject([
      { operationId: 'replacePet' },
    ])
  })

  it('compares with whatever was read last', () => {
    const between = steps.read('read-after-change', { id: 'p1', name: 'Rex', weight: 9 })
    expect(verify(before, between, failed({ weight: 9 }), after({ weight: 9 }))).toEqual([])
    expect(verify(between, failed({ weight: 8 }), after({ weight: 8 }))).toHaveLength(1)
  })

  it('knows what is lost though nothing sent is shown', () => {
    expect(verify(before, failed({ tame: 7 }), after({ nick: undefined }))).toHaveLength(1)
  })

  it('accuses the change after which the thing is gone', () => {
    expect(verify(before, failed({}), steps.missing('read-after-failed-change'))).toHaveLength(1)
  })

  it('keeps silent where nothing changed, whatever was sent', () => {
    const tagged = steps.read('read-before-change', { id: 'p1', name: 'Rex', tags: ['a', 'b'] })
    expect(verify(tagged, failed({ tags: ['a', 'a'] }), after({ tags: ['a', 'b'] }))).toEqual([])
  })

  it.each(['change', 'failed-create'])('knows a valid %s that was refused', (step) => {
    expect(verify(before, { ...failed({ weight: 9 }, 409), step }, after({ weight: 9 }))).toHaveLength(1)
  })

  it('is silent where a batch tells what became of each item', () => {
    const batch = steps.put(
      { weight: 9, items: [{}, {}] },
      { step: 'failed-change', status: 409, json: { results: [{}, {}] } },
    )
    expect(verify(before, batch, after({ weight: 9 }))).toEqual([])
  })

  it('counts 404 as a refusal', () => {
    expect(verify(before, failed({ weight: 9 }, 404), after({ weight: 9 }))).toHaveLength(1)
  })

  it('accuses the change that is made on a stale condition', () => {
    expect(verify(first(5), stale(412), first(9))).toMatchObject([{ operationId: 'replacePet' }])
    expect(verify(first(5), stale(412), first(5))).toEqual([])
    expect(verify(first(5), stale(404), first(9))).toEqual([])
  })

  it('is content where nothing changed, or only what the server sets', () => {
    expect(verify(before, failed({ name: 7, weight: 9 }), after({ updatedAt: 'now' }))).toEqual([])
    expect(verify(before, failed({ updatedAt: 'now', weight: 5 }), after({ updatedAt: 'now' }))).toEqual([])
  })

  it('claims nothing of a change to another value than the refused one', () => {
    expect(verify(before, failed({ weight: 9 }), after({ weight: 6 }))).toEqual([])
  })

  it('claims nothing where the change was made or failed otherwise', () => {
    expect(verify(before, failed({ weight: 9 }, 200), after({ weight: 9 }))).toEqual([])
    expect(verify(before, failed({ weight: 9 }, 500), after({ weight: 9 }))).toEqual([])
  })
})

const verifyOfFailedCreationLeak = (...drafts: ExchangeDraft[]) =>
  failedCreationLeak.verify(lastOf(...drafts))
const old = { id: 'p0', name: 'Ada' }
const beforeOfFailedCreationLeak = steps.list('list-before', [old])
const failedOfFailedCreationLeak = (status = 422, more: Partial<ExchangeDraft> = {}) =>
  steps.create({
    step: 'failed-create',
    mode: 'negative',
    body: { name: 'Rex', kind: 'cow' },
    status,
    json: undefined,
    ...more,
  })
const afterOfFailedCreationLeak = (...items: object[]) =>
  steps.list('list-after-failed-create', [old, ...items])

describe('failedCreationLeak', () => {
  it('accuses the creation that left a new item', () => {
    expect(
      verifyOfFailedCreationLeak(
        beforeOfFailedCreationLeak,
        failedOfFailedCreationLeak(),
        afterOfFailedCreationLeak({ id: 'p1', name: 'Rex' }),
      ),
    ).toMatchObject([
      {
        operationId: 'createPet',
        message:
          'The 422 response of createPet rejects a creation, but the list shows a new item afterwards.',
      },
    ])
  })

  it('accuses a new item that shows nothing of what was sent', () => {
    expect(
      verifyOfFailedCreationLeak(
        beforeOfFailedCreationLeak,
        failedOfFailedCreationLeak(),
        afterOfFailedCreationLeak({ id: 'p1' }),
      ),
    ).toHaveLength(1)
  })

  it('is content with an unchanged list', () => {
    expect(
      verifyOfFailedCreationLeak(
        beforeOfFailedCreationLeak,
        failedOfFailedCreationLeak(),
        afterOfFailedCreationLeak(),
      ),
    ).toEqual([])
  })

  it('claims nothing of an item that resembles nothing that was sent', () => {
    expect(
      verifyOfFailedCreationLeak(
        beforeOfFailedCreationLeak,
        failedOfFailedCreationLeak(),
        afterOfFailedCreationLeak({ id: 'p1', name: 'Zoe' }),
      ),
    ).toEqual([])
  })

  it.each([201, 202, 500])('claims nothing after %i', (status) => {
    expect(
      verifyOfFailedCreationLeak(
        beforeOfFailedCreationLeak,
        failedOfFailedCreationLeak(status),
        afterOfFailedCreationLeak({ id: 'p1', name: 'Rex' }),
      ),
    ).toEqual([])
  })

  it('claims nothing without the list before', () => {
    expect(
      verifyOfFailedCreationLeak(
        failedOfFailedCreationLeak(),
        afterOfFailedCreationLeak({ id: 'p1', name: 'Rex' }),
      ),
    ).toEqual([])
  })
})
