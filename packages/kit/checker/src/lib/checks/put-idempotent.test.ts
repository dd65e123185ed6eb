import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { putIdempotent } from './put-idempotent.ts'

const verify = (...drafts: ExchangeDraft[]) => putIdempotent.verify(lastOf(...drafts))
const body = { name: 'Rex', weight: 5, tags: ['a'], tame: true }
const first = steps.put(body)
const again = (more: Partial<ExchangeDraft> = {}) => steps.put(body, { step: 'put-again', ...more })
const read = (step: string, more: object = {}) => steps.read(step, { id: 'p1', ...body, version: 1, ...more })

const patch = (step: string, weight: number) =>
  steps.patch({ weight: 5 }, { step, json: { id: 'p1', name: 'a', weight } })

describe('putIdempotent', () => {
  it.each([{ weight: 10 }, { tags: ['a', 'a'] }, { tame: false }])(
    'accuses a second PUT that makes it %j',
    (more) => {
      expect(
        verify(first, read('read-after-change'), again(), read('read-after-put-again', more)),
      ).toMatchObject([
        {
          operationId: 'replacePet',
          message: `The 200 answer of replacePet, the second to the same request, changes what the first had set: ${Object.keys(more).join('')}.`,
        },
      ])
    },
  )

  it('accuses a second PUT by its own answer', () => {
    expect(verify(first, again({ json: { id: 'p1', ...body, weight: 6 } }))).toHaveLength(1)
  })

  it('accuses a second PUT that finds nothing', () => {
    expect(verify(first, again({ status: 404, json: undefined, text: '' }))).toHaveLength(1)
    expect(
      verify(first, read('read-after-change'), again(), steps.missing('read-after-put-again')),
    ).toHaveLength(1)
  })

  it('is content where all is the same, or what was not sent', () => {
    expect(
      verify(
        first,
        read('read-after-change'),
        again(),
        read('read-after-put-again', { version: 2, name: 'rex', sold: true }),
      ),
    ).toEqual([])
  })

  it('claims nothing of two PATCHes, or of a first that was refused', () => {
    expect(verify(patch('change', 5), patch('put-again', 6))).toEqual([])
    expect(verify(steps.put(body, { status: 404 }), again({ status: 404 }))).toEqual([])
  })
})
