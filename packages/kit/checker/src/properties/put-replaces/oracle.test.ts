import { describeCheck, type Draft, type Row, rigOf } from '../../../test/describe-check.ts'
import { shop, steps } from '../../../test/pet-shop.ts'
import type { Json } from '@contract-kit/json-schema/json'
import { patchMerges, putIdempotent, putReplaces, repeatedPutCreated } from './oracle.ts'

const { create, list, missing, patch, put, read, remove } = steps
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
const patched = (body: Json, now: object, more: Draft = {}, before: object = {}): Draft[] => [
  read('read-before-change', { ...old, ...before }),
  patch(body, more),
  read('read-after-change', { ...old, ...before, ...now }),
]
const keeps = (name: string) =>
  `The 200 response of patchPet changes properties that the patch does not name, or keeps ones that it removes: ${name}.`
const lost = (name: string, value: unknown): Row => [
  `reports ${name} that becomes ${JSON.stringify(value)}`,
  patched({ name: 'Rex' }, { [name]: value }),
  keeps(name),
]
const kind = (body: Json): Draft[] => [
  create({ body }),
  ...patched({ weight: 6 }, { weight: 6, kind: null }, {}, { kind: 'dog' }),
]
const oslo = { home: { street: 'x', city: 'Oslo' } }

describeCheck(patchMerges, shop, [
  lost('tags', []),
  lost('nick', null),
  lost('nick', undefined),
  lost('tame', false),
  lost('weight', 0),
  lost('vet', 'Dr. Who'),
  ['takes a patch after which the rest stays', patched({ weight: 6 }, { weight: 6 }), 0],
  [
    'claims nothing of what the server sets',
    patched({ weight: 6 }, { weight: 6, updatedAt: '', version: 0, status: '' }),
    0,
  ],
  ['reports the loss of what no patch can name, where it was sent', kind({ name: 'Rex', kind: 'dog' }), 1],
  ['claims nothing of it where it was not sent', kind({ name: 'Rex' }), 0],
  ['claims nothing of a value that is only another', patched({ weight: 6 }, { weight: 6, nick: 'Rexy' }), 0],
  [
    'reports what null does not remove in an object',
    patched({ home: { city: null } }, {}),
    keeps('home/city'),
  ],
  [
    'reports what is lost in an object',
    patched({ home: { city: 'z' } }, { home: { city: 'z' } }),
    keeps('home/street'),
  ],
  [
    'takes an object of which the rest stays',
    patched({ home: { city: 'z' } }, { home: { street: 'x', city: 'z' } }),
    0,
  ],
  ['takes the default for what null removes', patched({ home: { city: null } }, {}, {}, oslo), 0],
  ['reports null that removes nothing', patched({ nick: null }, {}), 1],
  ['takes null that is shown', patched({ nick: null }, { nick: null }), 0],
  ['claims nothing after a refused patch', patched({ name: 'a' }, { nick: null }, { status: 404 }), 0],
])

const full = { name: 'Rex', nick: 'R', weight: 5, kind: 'dog', tame: true, vet: 'Dr. Who', pin: '1' }
const told = (json: object, more: Draft = {}) => [put(full), put({ name: 'Rex' }, { json, ...more })]
const silent = put({ name: 'Rex' }, { json: undefined, text: '' })
const mayFillIn = (name: 'kind' | 'tame' | 'vet'): Row => [
  `claims nothing of ${name}, which a server may fill in`,
  told({ id: 'p1', name: 'Rex', [name]: full[name] }),
  0,
]
const content = { 'text/plain': { schema: { type: 'string' } } }
const notes = await rigOf({
  paths: {
    '/note': {
      get: { operationId: 'read', responses: { 200: { description: 'shown', content } } },
      put: { operationId: 'put', requestBody: { content }, responses: { 204: { description: 'kept' } } },
    },
  },
})
const textAfter = (text: string): Draft[] => [
  { operation: 'read', step: 'read-before-change', text: 'Old text.' },
  { operation: 'put', step: 'change', status: 204, body: 'New text.' },
  { operation: 'read', step: 'read-after-change', text },
]

describeCheck(putReplaces, shop, [
  [
    'reports the PUT whose response keeps what was left out',
    told({ id: 'p1', name: 'Rex', nick: 'R' }),
    'The 200 response of replacePet keeps properties that the new representation omits: nick.',
  ],
  [
    'reports the PUT after which what was left out is read',
    [put(full), silent, read('read-after-change', { id: 'p1', name: 'Rex', weight: 5 })],
    [{ operationId: 'replacePet' }],
  ],
  ['takes the rest that is gone or empty', told({ id: 'p1', name: 'Rex', nick: null, weight: 0 }), 0],
  mayFillIn('kind'),
  mayFillIn('tame'),
  mayFillIn('vet'),
  ['claims nothing of a value that was never sent', told({ id: 'p1', name: 'Rex', nick: 'made up' }), 0],
  ['claims nothing of PATCH', [put(full), patch({ name: 'Rex' }, { json: { name: 'Rex', nick: 'R' } })], 0],
  ['claims nothing of a refused PUT', told({ name: 'Rex', nick: 'R' }, { status: 404 }), 0],
  [
    'reports a text that is added to the one before',
    textAfter('Old text.\nNew text.'),
    [{ operationId: 'put' }],
    notes,
  ],
  ['takes the new text', textAfter('New text.'), 0, notes],
  ['claims nothing of another text', textAfter('New text, but not the old text.'), 0, notes],
])

const body = { name: 'Rex', weight: 5, tags: ['a'], tame: true }
const again = (more: Draft = {}) => put(body, { step: 'put-again', ...more })
const shown = (step: string, more: object = {}) => read(step, { id: 'p1', ...body, version: 1, ...more })
const twice = (last: Draft) => [put(body), shown('read-after-change'), again(), last]
const became = (more: object): Row => [
  `reports a second PUT that makes it ${JSON.stringify(more)}`,
  twice(shown('read-after-put-again', more)),
  `The 200 response of replacePet, to the same PUT again, changes properties that the first PUT set: ${Object.keys(more).join('')}.`,
]
const weighed = (step: string, weight: number) =>
  patch({ weight: 5 }, { step, json: { id: 'p1', name: 'a', weight } })
const putText = (step: string) => put('Rex', { step, json: undefined, status: 200 })
const readText = (step: string, text: string) =>
  read(step, null, { json: undefined, text, headers: { 'content-type': 'text/plain' } })
const texts = (first: string, second: string) => [
  putText('change'),
  readText('read-after-change', first),
  putText('put-again'),
  readText('read-after-put-again', second),
]
const listed = (...items: object[]) => [again(), list('list-after-put', items)]

describeCheck(putIdempotent, shop, [
  became({ weight: 10 }),
  became({ tags: ['a', 'a'] }),
  became({ tame: false }),
  [
    'reports a second PUT by its own response',
    [put(body), again({ json: { id: 'p1', ...body, weight: 6 } })],
    1,
  ],
  ['reports a second PUT that makes another item', listed({ id: 'p1' }, { id: 'p2' }, { id: 'p1' }), 1],
  ['takes other items', listed({ id: 'p1' }, { id: 'p2' }), 0],
  ['takes versions of one item', listed({ id: 'p1', version: 1 }, { id: 'p1', version: 2 }), 0],
  ['takes another item twice', listed({ id: 'p2' }, { id: 'p2' }), 0],
  ['reports a text that is another one', texts('Rex', 'RexRex'), 1],
  ['takes a text with a line end', texts('Rex', 'Rex\n'), 0],
  ['takes a text that was another one at once', texts('REX', 'REX 2'), 0],
  [
    'reports a second PUT that finds nothing',
    [put(body), again({ status: 404, json: undefined, text: '' })],
    1,
  ],
  ['reports a second PUT after which nothing is found', twice(missing('read-after-put-again')), 1],
  [
    'takes what was not sent',
    twice(shown('read-after-put-again', { version: 2, name: 'rex', sold: true })),
    0,
  ],
  ['claims nothing of two PATCHes', [weighed('change', 5), weighed('put-again', 6)], 0],
  ['claims nothing after a first that was refused', [put(body, { status: 404 }), again({ status: 404 })], 0],
])

const made = (status = 201) => put({ name: 'Rex' }, { status })
const known = read('read-before-change', { id: 'p1', name: 'Rex' })

describeCheck(repeatedPutCreated, shop, [
  [
    'reports 201 after the same PUT',
    [made(), made()],
    'The 201 response of replacePet says that an item was created, but the item already existed.',
  ],
  ['reports 201 for what was just read', [known, made()], 1],
  ['reports 201 after a refused deletion', [known, remove({ status: 409 }), made()], 1],
  ['takes 201 at first', made(), 0],
  ['takes 201 for what was not there', [missing('read-before-change'), made()], 0],
  ['takes 201 after a deletion', [made(), remove(), made()], 0],
  ['takes 201 for what was read and deleted', [known, remove(), made()], 0],
  ['takes 201 for what is gone', [made(), missing('read-after-change'), made()], 0],
  ['takes 201 for another item', [read('x', { id: 'p2' }, { path: { petId: 'p2' } }), made()], 0],
  ['takes 200', [made(), made(200)], 0],
])
