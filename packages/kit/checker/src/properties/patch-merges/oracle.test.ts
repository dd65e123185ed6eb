import type { Json } from '@contract-kit/json-schema/json'
import type { Draft } from '../../../test/describe-check.ts'
import { describeRule } from '../../../test/describe-property.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { changedItemRead } from '../../scenarios/evidence.ts'
import { patchMergesRule } from './oracle.ts'

const { create, patch, put, read } = pets
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

interface More {
  readonly earlier?: readonly Draft[]
  readonly patch?: Draft
  /** What the item showed before, beside the usual. */
  readonly before?: object
}

/** An item that was read, patched, and read again; `now` are the properties that have changed. */
const patched = (body: Json, now: object, { earlier = [], patch: more = {}, before = {} }: More = {}) => ({
  earlier,
  before: read({ ...old, ...before }),
  change: patch(body, more),
  read: read({ ...old, ...before, ...now }),
})
const keeps = (name: string) =>
  `The 200 response of patchPet changes properties that the patch does not name, or keeps ones that it removes: ${name}.`
const lost = (name: string, value: unknown) =>
  [
    `reports ${name} that becomes ${JSON.stringify(value)}`,
    patched({ name: 'Rex' }, { [name]: value }),
    keeps(name),
  ] as const
const kind = (sent: Json) =>
  patched(
    { weight: 6 },
    { weight: 6, kind: null },
    { earlier: [create({ body: sent })], before: { kind: 'dog' } },
  )
const oslo = { home: { street: 'x', city: 'Oslo' } }

describeRule(patchMergesRule, changedItemRead, shop, [
  lost('tags', []),
  lost('nick', null),
  lost('nick', undefined),
  lost('tame', false),
  lost('weight', 0),
  lost('vet', 'Dr. Who'),
  ['reports the patch', patched({ name: 'Rex' }, { nick: null }), [{ operationId: 'patchPet' }]],
  ['accepts a patch after which the rest stays', patched({ weight: 6 }, { weight: 6 }), 0],
  [
    'keeps silent about properties that the server sets',
    patched({ weight: 6 }, { weight: 6, updatedAt: '', version: 0, status: '' }),
    0,
  ],
  [
    'reports the loss of a property that no patch can name, if it was sent',
    kind({ name: 'Rex', kind: 'dog' }),
    1,
  ],
  ['keeps silent about it if it was not sent', kind({ name: 'Rex' }), 0],
  ['keeps silent about a value that only differs', patched({ weight: 6 }, { weight: 6, nick: 'Rexy' }), 0],
  [
    'reports a property of an object that null does not remove',
    patched({ home: { city: null } }, {}),
    keeps('home/city'),
  ],
  [
    'reports a property of an object that is lost',
    patched({ home: { city: 'z' } }, { home: { city: 'z' } }),
    keeps('home/street'),
  ],
  [
    'accepts an object of which the rest stays',
    patched({ home: { city: 'z' } }, { home: { street: 'x', city: 'z' } }),
    0,
  ],
  [
    'accepts the default in place of a property that null removes',
    patched({ home: { city: null } }, {}, { before: oslo }),
    0,
  ],
  ['reports null that removes nothing', patched({ nick: null }, {}), 1],
  ['accepts null that is shown', patched({ nick: null }, { nick: null }), 0],
  [
    'keeps silent after a rejected patch',
    patched({ name: 'a' }, { nick: null }, { patch: { status: 404 } }),
    0,
  ],
  [
    'keeps silent if the item was not read before',
    { ...patched({ name: 'Rex' }, { nick: null }), before: undefined },
    0,
  ],
  [
    'keeps silent about PUT',
    { ...patched({ name: 'Rex' }, { nick: null }), change: put({ name: 'Rex' }) },
    0,
  ],
])
