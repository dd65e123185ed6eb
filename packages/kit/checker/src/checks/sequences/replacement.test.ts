import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import type { Json } from '../../json-schema/base/json.ts'
import { patchMerges, putIdempotent, putReplaces, repeatedPutCreated } from './replacement.ts'

const old = {
  id: 'p1',
  name: 'Rex',
  nick: 'R',
  weight: 5,
  tame: true,
  tags: ['a'],
  home: { street: 'x', city: 'y' },
  vet: 'Dr. No',
  status: 'new',
  updatedAt: 'then',
  version: 1,
}
const verifyOfPatchMerges = (body: Json, now: object, more: Partial<ExchangeDraft> = {}) =>
  patchMerges.verify(
    lastOf(
      steps.read('read-before-change', old),
      steps.patch(body, more),
      steps.read('read-after-change', { ...old, ...now }),
    ),
  )

/** The findings about a pet that was created with `body`, and whose kind is empty after its weight was patched. */
const verifyKindWiped = (body: Json) =>
  patchMerges.verify(
    lastOf(
      steps.create({ body }),
      steps.read('read-before-change', { ...old, kind: 'dog' }),
      steps.patch({ weight: 6 }),
      steps.read('read-after-change', { ...old, weight: 6, kind: null }),
    ),
  )

describe('patchMerges', () => {
  it.each([
    [{ tags: [] }, 'tags'],
    [{ nick: null }, 'nick'],
    [{ nick: undefined }, 'nick'],
    [{ tame: false }, 'tame'],
    [{ weight: 0 }, 'weight'],
    [{ vet: 'Dr. Who' }, 'vet'],
  ])('accuses a patch that makes it %j', (now, name) => {
    expect(verifyOfPatchMerges({ name: 'Rex' }, now)).toMatchObject([
      {
        operationId: 'patchPet',
        message: `The 200 response of patchPet changes properties that the patch does not name, or keeps ones that it removes: ${name}.`,
      },
    ])
  })

  it('is content where the rest stays', () => {
    expect(verifyOfPatchMerges({ weight: 6 }, { weight: 6 })).toEqual([])
  })

  it('claims nothing of what the server sets or cannot be patched', () => {
    expect(verifyOfPatchMerges({ weight: 6 }, { weight: 6, updatedAt: '', version: 0, status: '' })).toEqual(
      [],
    )
  })

  it('accuses a patch that empties what it cannot name, where the creation had sent it', () => {
    expect(verifyKindWiped({ name: 'Rex', kind: 'dog' })).toHaveLength(1)
    expect(verifyKindWiped({ name: 'Rex' })).toEqual([])
  })

  it('claims nothing of a value that is only another', () => {
    expect(verifyOfPatchMerges({ weight: 6 }, { weight: 6, nick: 'Rexy' })).toEqual([])
  })

  it('accuses a patch that keeps what null removes in an object', () => {
    expect(verifyOfPatchMerges({ home: { city: null } }, {})).toMatchObject([
      { message: expect.stringContaining('home/city') as string },
    ])
  })

  it('goes down into objects', () => {
    expect(verifyOfPatchMerges({ home: { city: 'z' } }, { home: { city: 'z' } })).toMatchObject([
      { message: expect.stringContaining('home/street') },
    ])
    expect(verifyOfPatchMerges({ home: { city: 'z' } }, { home: { street: 'x', city: 'z' } })).toEqual([])
  })

  it('takes the default for what null removes in an object', () => {
    const before = { ...old, home: { street: 'x', city: 'Oslo' } }
    const [first, last] = [steps.read('read-before-change', before), steps.read('read-after-change', before)]
    expect(patchMerges.verify(lastOf(first, steps.patch({ home: { city: null } }), last))).toEqual([])
  })

  it('accuses a merge patch whose null removes nothing', () => {
    expect(verifyOfPatchMerges({ nick: null }, {})).toHaveLength(1)
    expect(verifyOfPatchMerges({ nick: null }, { nick: null })).toEqual([])
  })

  it('claims nothing after a patch that was refused', () => {
    expect(verifyOfPatchMerges({ name: 'a' }, { nick: null }, { status: 404 })).toEqual([])
  })
})

const verify = (...drafts: ExchangeDraft[]) => putReplaces.verify(lastOf(...drafts))
const full = { name: 'Rex', nick: 'R', weight: 5, kind: 'dog', tame: true, vet: 'Dr. Who', pin: '1' }
const first = steps.put(full)
const answering = (json: object) => steps.put({ name: 'Rex' }, { json })
const silent = steps.put({ name: 'Rex' }, { json: undefined, text: '' })

describe('putReplaces', () => {
  it('accuses the PUT whose answer keeps what was left out', () => {
    expect(verify(first, answering({ id: 'p1', name: 'Rex', nick: 'R' }))).toMatchObject([
      {
        operationId: 'replacePet',
        message: 'The 200 response of replacePet keeps properties that the new representation omits: nick.',
      },
    ])
  })

  it('accuses the PUT of a text that is added to the one before', async () => {
    const content = { 'text/plain': { schema: { type: 'string' } } }
    const make = await createRig({
      paths: {
        '/note': {
          get: { operationId: 'read', responses: { 200: { description: 'shown', content } } },
          put: {
            operationId: 'put',
            requestBody: { content },
            responses: { 204: { description: 'kept' } },
          },
        },
      },
    })
    const after = (text: string) => {
      const before = make({ operation: 'read', step: 'read-before-change', status: 200, text: 'Old text.' })
      const change = make({
        operation: 'put',
        step: 'change',
        status: 204,
        body: 'New text.',
        history: [before],
      })
      return putReplaces.verify(
        make({
          operation: 'read',
          step: 'read-after-change',
          status: 200,
          text,
          history: [before, change],
        }),
      )
    }
    expect(after('Old text.\nNew text.')).toMatchObject([{ operationId: 'put' }])
    expect(after('New text.')).toEqual([])
    expect(after('New text, but not the old text.')).toEqual([])
  })

  it('accuses the PUT after which what was left out is read', () => {
    expect(
      verify(first, silent, steps.read('read-after-change', { id: 'p1', name: 'Rex', weight: 5 })),
    ).toMatchObject([{ operationId: 'replacePet' }])
  })

  it('is content where the rest is gone or empty', () => {
    expect(verify(first, answering({ id: 'p1', name: 'Rex', nick: null, weight: 0 }))).toEqual([])
  })

  it.each(['kind', 'tame', 'vet'] as const)('claims nothing of %s, which a server may fill in', (name) => {
    expect(verify(first, answering({ id: 'p1', name: 'Rex', [name]: full[name] }))).toEqual([])
  })

  it('claims nothing of a value that was never sent', () => {
    expect(verify(first, answering({ id: 'p1', name: 'Rex', nick: 'made up' }))).toEqual([])
  })

  it('claims nothing of PATCH, or of a PUT that was refused', () => {
    expect(verify(first, steps.patch({ name: 'Rex' }, { json: { name: 'Rex', nick: 'R' } }))).toEqual([])
    expect(
      verify(first, steps.put({ name: 'Rex' }, { status: 404, json: { name: 'Rex', nick: 'R' } })),
    ).toEqual([])
  })
})

const verifyOfPutIdempotent = (...drafts: ExchangeDraft[]) => putIdempotent.verify(lastOf(...drafts))
const body = { name: 'Rex', weight: 5, tags: ['a'], tame: true }
const firstOfPutIdempotent = steps.put(body)
const again = (more: Partial<ExchangeDraft> = {}) => steps.put(body, { step: 'put-again', ...more })
const read = (step: string, more: object = {}) => steps.read(step, { id: 'p1', ...body, version: 1, ...more })

const patch = (step: string, weight: number) =>
  steps.patch({ weight: 5 }, { step, json: { id: 'p1', name: 'a', weight } })

const putText = (step: string) => steps.put('Rex', { step, json: undefined, status: 200 })
const readText = (step: string, shown: string) =>
  steps.read(step, null, { json: undefined, text: shown, headers: { 'content-type': 'text/plain' } })

const verifyList = (...items: object[]) => verifyOfPutIdempotent(again(), steps.list('list-after-put', items))

const twice = (shown: string, later: string) =>
  verifyOfPutIdempotent(
    putText('change'),
    readText('read-after-change', shown),
    putText('put-again'),
    readText('read-after-put-again', later),
  )

describe('putIdempotent', () => {
  it.each([{ weight: 10 }, { tags: ['a', 'a'] }, { tame: false }])(
    'accuses a second PUT that makes it %j',
    (more) => {
      expect(
        verifyOfPutIdempotent(
          firstOfPutIdempotent,
          read('read-after-change'),
          again(),
          read('read-after-put-again', more),
        ),
      ).toMatchObject([
        {
          operationId: 'replacePet',
          message: `The 200 response of replacePet, to the same PUT again, changes properties that the first PUT set: ${Object.keys(more).join('')}.`,
        },
      ])
    },
  )

  it('accuses a second PUT by its own answer', () => {
    expect(
      verifyOfPutIdempotent(firstOfPutIdempotent, again({ json: { id: 'p1', ...body, weight: 6 } })),
    ).toHaveLength(1)
  })

  it('accuses a second PUT that makes another one', () => {
    expect(verifyList({ id: 'p1' }, { id: 'p2' }, { id: 'p1' })).toMatchObject([
      { operationId: 'replacePet' },
    ])
    expect(verifyList({ id: 'p1' }, { id: 'p2' })).toEqual([])
    expect(verifyList({ id: 'p1', version: 1 }, { id: 'p1', version: 2 })).toEqual([])
    expect(verifyList({ id: 'p2' }, { id: 'p2' })).toEqual([])
  })

  it('accuses a text that is another one after it is put again', () => {
    expect(twice('Rex', 'RexRex')).toHaveLength(1)
    expect(twice('Rex', 'Rex\n')).toEqual([])
    expect(twice('REX', 'REX 2')).toEqual([])
  })

  it('accuses a second PUT that finds nothing', () => {
    expect(
      verifyOfPutIdempotent(firstOfPutIdempotent, again({ status: 404, json: undefined, text: '' })),
    ).toHaveLength(1)
    expect(
      verifyOfPutIdempotent(
        firstOfPutIdempotent,
        read('read-after-change'),
        again(),
        steps.missing('read-after-put-again'),
      ),
    ).toHaveLength(1)
  })

  it('is content where all is the same, or what was not sent', () => {
    expect(
      verifyOfPutIdempotent(
        firstOfPutIdempotent,
        read('read-after-change'),
        again(),
        read('read-after-put-again', { version: 2, name: 'rex', sold: true }),
      ),
    ).toEqual([])
  })

  it('claims nothing of two PATCHes, or of a first that was refused', () => {
    expect(verifyOfPutIdempotent(patch('change', 5), patch('put-again', 6))).toEqual([])
    expect(verifyOfPutIdempotent(steps.put(body, { status: 404 }), again({ status: 404 }))).toEqual([])
  })
})

const verifyOfRepeatedPutCreated = (...drafts: ExchangeDraft[]) =>
  repeatedPutCreated.verify(lastOf(...drafts))
const put = (status = 201) => steps.put({ name: 'Rex' }, { status })
const readOfRepeatedPutCreated = steps.read('read-before-change', { id: 'p1', name: 'Rex' })

describe('repeatedPutCreated', () => {
  it('accuses 201 after the same PUT', () => {
    expect(verifyOfRepeatedPutCreated(put(), put())).toMatchObject([
      {
        operationId: 'replacePet',
        message:
          'The 201 response of replacePet says that an item was created, but the item already existed.',
      },
    ])
  })

  it('accuses 201 for what was just read', () => {
    expect(verifyOfRepeatedPutCreated(readOfRepeatedPutCreated, put())).toHaveLength(1)
    expect(
      verifyOfRepeatedPutCreated(readOfRepeatedPutCreated, steps.remove({ status: 409 }), put()),
    ).toHaveLength(1)
  })

  it('takes 201 for what was not there', () => {
    expect(verifyOfRepeatedPutCreated(put())).toEqual([])
    expect(verifyOfRepeatedPutCreated(steps.missing('read-before-change'), put())).toEqual([])
    expect(verifyOfRepeatedPutCreated(put(), steps.remove(), put())).toEqual([])
    expect(verifyOfRepeatedPutCreated(readOfRepeatedPutCreated, steps.remove(), put())).toEqual([])
    expect(verifyOfRepeatedPutCreated(put(), steps.missing('read-after-change'), put())).toEqual([])
    expect(
      verifyOfRepeatedPutCreated(steps.read('x', { id: 'p2' }, { path: { petId: 'p2' } }), put()),
    ).toEqual([])
  })

  it('takes 200 at any time', () => {
    expect(verifyOfRepeatedPutCreated(put(), put(200))).toEqual([])
  })
})
