import type { Json } from '@contract-kit/json-schema/json'
import { type Draft, rigOf } from '../../../test/describe-check.ts'
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
  /** Additional properties of the item before the patch. */
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
  [
    'reports a value of the client that changes by a patch that changes nothing',
    patched({ name: 'Rex' }, { nick: 'Rexy' }, { earlier: [create({ body: { nick: 'R' } })] }),
    keeps('nick'),
  ],
  [
    'keeps silent about it if the client did not send the value',
    patched({ name: 'Rex' }, { nick: 'Rexy' }, { earlier: [create({ body: { nick: 'S' } })] }),
    0,
  ],
  [
    'keeps silent about numbers and states, which time may change',
    patched(
      { name: 'Rex' },
      { weight: 4, status: 'done' },
      { earlier: [create({ body: { weight: 5, status: 'new' } })] },
    ),
    0,
  ],
])

const text = { type: 'string' }
const nullable = { type: ['string', 'null'] }
const attributes = {
  type: 'object',
  properties: {
    title: text,
    due: nullable,
    label: { ...nullable, description: 'Null clears it.' },
    size: { type: 'object', properties: { unit: text } },
    extra: { type: 'object', additionalProperties: text },
  },
}
const cardRig = async (contentType: string) => {
  const schema = {
    type: 'object',
    properties: { data: { type: 'object', properties: { type: text, id: text, attributes } } },
  }
  const content = { [contentType]: { schema } }
  return rigOf({
    paths: {
      '/cards/{cardId}': {
        parameters: [{ name: 'cardId', in: 'path', required: true, schema: text }],
        get: { operationId: 'getCard', responses: { 200: { description: 'It.', content } } },
        patch: {
          operationId: 'patchCard',
          requestBody: { content },
          responses: { 200: { description: 'It.', content } },
        },
      },
    },
  })
}
const card = { title: 'a', due: 'x', label: 'b', size: { unit: 'm' }, extra: { k: 'v' } }
const cardOf = (shown: object): Json => ({ data: { type: 'cards', id: 'c', attributes: { ...shown } } })
const changed = (sent: object, now: object, earlier: readonly Draft[] = []) => ({
  earlier,
  before: { operation: 'getCard', path: { cardId: 'c' }, json: cardOf(card) },
  change: { operation: 'patchCard', path: { cardId: 'c' }, body: cardOf(sent), json: {} },
  read: { operation: 'getCard', path: { cardId: 'c' }, json: cardOf({ ...card, ...now }) },
})
const sentBefore = [{ operation: 'patchCard', path: { cardId: 'c' }, body: cardOf(card), json: {} }]

describeRule(patchMergesRule, changedItemRead, await cardRig('application/vnd.api+json'), [
  ['reports null that an attribute does not take', changed({ due: null }, {}), 1],
  ['accepts null that it takes', changed({ due: null }, { due: null }), 0],
  [
    'reports entries of a map that is sent without them',
    changed({ extra: { n: 'm' } }, { extra: { k: 'v', n: 'm' } }),
    1,
  ],
  ['accepts a map that is replaced', changed({ extra: { n: 'm' } }, { extra: { n: 'm' } }), 0],
  ['accepts another value under the same name', changed({ extra: {} }, { extra: { k: 'w' } }), 0],
  ['keeps silent about properties of an object', changed({ size: {} }, {}), 0],
  ['reports what a patch without attributes changes', changed({}, { title: 'b' }, sentBefore), 1],
])

describeRule(patchMergesRule, changedItemRead, await cardRig('application/json'), [
  ['keeps silent about null whose meaning the document does not tell', changed({ due: null }, {}), 0],
  ['reports null that does not remove as its description says', changed({ label: null }, {}), 1],
  [
    'keeps silent about maps, which a server may merge',
    changed({ extra: { n: 'm' } }, { extra: { k: 'v', n: 'm' } }),
    0,
  ],
])
