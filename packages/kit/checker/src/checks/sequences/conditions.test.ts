import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { conditionalRequest } from './conditions.ts'

const verify = (...drafts: ExchangeDraft[]) => conditionalRequest.verify(lastOf(...drafts))
const tag = (etag: string) => ({ etag, 'content-type': 'application/json' })
const rex = { id: 'p1', name: 'Rex' }
const first = steps.read('condition-first', rex, { headers: tag('"1"') })
const read = (step: string, more: Partial<ExchangeDraft> = {}) => steps.read(step, rex, more)
const unchanged = (headers: Readonly<Record<string, string>>): ExchangeDraft =>
  steps.missing('condition-unchanged', { status: 304, headers })
const change = (step: string, value: string, status: number, name = 'if-match') =>
  steps.put({ name: 'Ada' }, { step, request: { headers: [[name, value]] }, status })

const made = (headers: object) => steps.create({ headers: { ...tag('"1"'), ...headers } })
const shown = (etag: string, more = {}) =>
  steps.read('read-created', rex, { headers: { ...tag(etag), ...more } })

describe('conditionalRequest', () => {
  it('accuses a read that is told again though nothing has changed', () => {
    expect(verify(first, read('condition-unchanged', { headers: tag('"1"') }))).toHaveLength(1)
    expect(verify(first, read('condition-unchanged', { headers: tag('"2"') }))).toEqual([])
  })

  it('accuses 304 without the tag that 200 has', () => {
    expect(verify(first, unchanged({}))).toMatchObject([{ operationId: 'getPet' }])
    expect(verify(first, unchanged({ etag: '"1"' }))).toEqual([])
  })

  it('accuses 304 to those who know another state', () => {
    expect(verify(first, { ...unchanged({ etag: '"1"' }), step: 'condition-other' })).toHaveLength(1)
    expect(verify(first, read('condition-other', { headers: tag('"1"') }))).toEqual([])
  })

  it.each(['condition-stale', 'condition-absent', 'condition-weak'])(
    'accuses the change after %s',
    (step) => {
      expect(verify(first, change(step, '"x"', 200))).toMatchObject([{ operationId: 'replacePet' }])
      expect(verify(first, change(step, '"x"', 412))).toEqual([])
    },
  )

  it('accuses 412 to a star, for the thing is there', () => {
    expect(verify(first, change('condition-met', '*', 412))).toMatchObject([{ operationId: 'replacePet' }])
    expect(verify(first, change('condition-met', '*', 409))).toEqual([])
    expect(verify(first, change('condition-met', '"1"', 412))).toEqual([])
  })

  it('accuses 412 to a list that has the current tag, where that is still current', () => {
    const refused = change('condition-met', '"0", "1"', 412)
    expect(verify(first, refused, read('condition-after', { headers: tag('"1"') }))).toMatchObject([
      {
        operationId: 'replacePet',
        message: 'The 412 response of replacePet rejects an If-Match that names the current entity tag.',
      },
    ])
    expect(verify(first, refused, read('condition-after', { headers: tag('"2"') }))).toEqual([])
  })

  describe('of a tag after a change', () => {
    const before = steps.read('read-before-change', rex, { headers: tag('"1"') })
    const after = (headers: Readonly<Record<string, string>>, name = 'Ada') =>
      steps.read('read-after-change', { ...rex, name }, { headers })

    it('accuses the same one where what was sent is shown now', () => {
      const found = verify(before, steps.patch({ name: 'Ada' }), after(tag('"1"')))
      expect(found.map(({ operationId }) => operationId)).toEqual(['patchPet', 'getPet'])
    })

    it('claims nothing of another one, of a weak one, and of a change that does not show', () => {
      expect(verify(before, steps.patch({ name: 'Ada' }), after(tag('"2"')))).toEqual([])
      expect(verify(before, steps.patch({ name: 'Ada' }), after(tag('"1"'), 'Rex'))).toEqual([])
      expect(verify(before, steps.patch({ nick: 'A' }), after(tag('"1"')))).toEqual([])
      expect(verify(before, steps.patch({ name: 'Ada' }, { status: 409 }), after(tag('"1"')))).toEqual([])
      const weak = { ...before, headers: tag('W/"1"') }
      expect(verify(weak, steps.patch({ name: 'Ada' }), after(tag('W/"1"')))).toEqual([])
    })
  })

  describe('of the tag of a new thing', () => {
    it('accuses another one than the same content has when it is read', () => {
      expect(verify(made({}), shown('"2"'))).toMatchObject([{ operationId: 'createPet' }])
    })

    it('claims nothing of the same one, of a weakened one, of other content and of packed content', () => {
      expect(verify(made({}), shown('"1"'))).toEqual([])
      expect(verify(made({}), shown('W/"1"'))).toEqual([])
      expect(verify(made({}), shown('"2"', { 'content-encoding': 'gzip' }))).toEqual([])
      expect(verify({ ...made({}), json: { id: 'p1' } }, shown('"2"'))).toEqual([])
      expect(verify(steps.create(), shown('"2"'))).toEqual([])
    })
  })
})
