import { createHash } from 'node:crypto'
import type { Json } from '@contract-kit/json-schema/json'
import { describeCheck, type Draft, type Row, rigOf } from '../../../test/describe-check.ts'
import { checkOf, describeRule } from '../../../test/describe-property.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { changedItemRead, createdItemRead, oddTextRead } from '../../scenarios/evidence.ts'
import { textRoundTripRule as rule, textWritten } from './oracle.ts'

const { create, put, read } = pets
const check = checkOf(rule)
const odd = { nick: 'Odd\u0000text' }
const long = { nick: 'Alexander the Great' }
const made = (sent: object, shown: object): Draft =>
  create({ body: { name: 'Rex', ...sent }, json: { id: 'p1', name: 'Rex', ...shown } })
const cut = (where: string, sent: object, shown: object): Row => [
  `reports a text that is cut ${where}`,
  made(sent, shown),
  [{ check: 'text-round-trip', operationId: 'createPet' }],
]
const accepts = (how: string, sent: object, shown: object): Row => [
  `accepts a text that is ${how}`,
  made(sent, shown),
  0,
]

describeCheck(check, shop, [
  cut('at a length', long, { nick: 'Alexander the' }),
  cut('at U+0000', odd, { nick: 'Odd' }),
  cut('inside an object', { home: { street: 'Long Street 5' } }, { home: { street: 'Long S' } }),
  cut('in a list', { tags: ['alpha', 'beta'] }, { tags: ['al', 'beta'] }),
  accepts('kept', odd, odd),
  accepts('trimmed', { nick: ' Alexander  the Great ' }, { nick: 'Alexander the great' }),
  accepts('without a sign at its end', { nick: 'Alexander!' }, { nick: 'Alexander' }),
  accepts('composed', { nick: 'Cafe\u0301 Noir' }, { nick: 'Café Noir' }),
  accepts('visibly shortened', long, { nick: 'Alexander…' }),
  accepts('of a format', { born: '2024-01-01T10:00:00Z' }, { born: '2024-01-01' }),
  accepts('of a status', { status: 'sold out' }, { status: 'sold' }),
  accepts('not shown', { nick: 'Alexander' }, {}),
])

const silently = { json: undefined, text: '' }
const shown = (nick: string) => read({ id: 'p1', name: 'Rex', nick })
const writeNick = (nick: string, more: Draft = silently) => put({ name: 'Rex', nick }, more)
const changed = (change: Draft) => ({ earlier: [], before: undefined, change })
const ofBoth = [{ operationId: 'replacePet' }, { operationId: 'getPet' }]

describeRule(rule, oddTextRead, shop, [
  [
    'reports write and read if the write did not show the text',
    { write: writeNick(odd.nick), read: shown('Odd') },
    ofBoth,
  ],
  ['accepts a text that is kept', { write: writeNick(odd.nick), read: shown(odd.nick) }, 0],
  [
    'reports once what the write showed already',
    { write: writeNick(odd.nick, { json: { name: 'Rex', nick: 'Odd' } }), read: shown('Odd') },
    0,
  ],
  [
    'keeps silent after a rejection',
    { write: writeNick(odd.nick, { ...silently, status: 404 }), read: shown('Odd') },
    0,
  ],
  [
    'leaves another item to another rule',
    { write: writeNick(odd.nick), read: read({ id: 'p2', name: 'Rex', nick: 'Odd' }) },
    0,
  ],
])

describeRule(rule, createdItemRead, shop, [
  [
    'reports creation and read if the creation did not show the text',
    { create: create({ body: { name: 'Rex', ...long }, ...silently }), read: shown('Alexander') },
    [{ operationId: 'createPet' }, { operationId: 'getPet' }],
  ],
  [
    'accepts a text that is kept',
    { create: create({ body: { name: 'Rex', ...long }, ...silently }), read: shown(long.nick) },
    0,
  ],
])

describeRule(rule, changedItemRead, shop, [
  [
    'reports change and read if the change did not show the text',
    { ...changed(writeNick(long.nick)), read: shown('Alexander') },
    ofBoth,
  ],
  ['accepts a text that is kept', { ...changed(writeNick(long.nick)), read: shown(long.nick) }, 0],
])

const string = { type: 'string' }
const digest = { 'application/json': { schema: { type: 'object', properties: { sha256: string } } } }
const upload = (operationId: string, type: string, schema: object) => ({
  operationId,
  requestBody: { content: { [type]: { schema } } },
  responses: { 200: { description: 'Received.', content: digest } },
})
const form = { type: 'object', properties: { file: { ...string, format: 'binary' }, sha256: string } }
const uploads = await rigOf({
  paths: {
    '/raw': { put: upload('raw', 'application/octet-stream', string) },
    '/form': { post: upload('form', 'multipart/form-data', form) },
    '/note': { put: upload('note', 'text/plain', string) },
  },
})
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')
const bytes = 'a\u0000b'
const uploaded = (operation: string, body: Json, sha256: string): Draft => ({
  operation,
  body,
  json: { sha256 },
})

describeCheck(check, uploads, [
  ['reports a digest of other bytes', uploaded('raw', bytes, digestOf('a')), [{ operationId: 'raw' }]],
  [
    'reports a digest of another file',
    uploaded('form', { file: bytes }, digestOf('a')),
    [{ operationId: 'form' }],
  ],
  ['accepts the digest of the bytes', uploaded('raw', bytes, digestOf(bytes)), 0],
  ['accepts the digest of the file', uploaded('form', { file: bytes }, digestOf(bytes)), 0],
  ['accepts a value that is no digest', uploaded('raw', bytes, 'none'), 0],
  ['accepts any digest of a text', uploaded('note', bytes, digestOf('x')), 0],
  [
    'accepts a digest that was sent',
    uploaded('form', { file: 'a', sha256: digestOf('x') }, digestOf('x')),
    0,
  ],
])

const anyJson = { 'application/json': { schema: {} } }
const jsonText = { 'application/json': { schema: string } }
const plainText = { 'text/plain': { schema: string } }
const bodies = await rigOf({
  paths: {
    '/run': {
      post: {
        operationId: 'run',
        requestBody: { content: jsonText },
        responses: { 200: { description: 'Done.', content: anyJson } },
      },
    },
    '/say': {
      post: {
        operationId: 'say',
        requestBody: { content: plainText },
        responses: { 200: { description: 'Done.', content: plainText } },
      },
    },
    '/label': {
      get: { operationId: 'label', responses: { 200: { description: 'It.', content: jsonText } } },
      put: {
        operationId: 'relabel',
        requestBody: { content: jsonText },
        responses: { 200: { description: 'Kept.', content: anyJson } },
      },
    },
    '/any': {
      get: { operationId: 'getAny', responses: { 200: { description: 'It.', content: anyJson } } },
      put: {
        operationId: 'putAny',
        requestBody: { content: jsonText },
        responses: { 200: { description: 'Kept.', content: anyJson } },
      },
    },
    '/copy': { get: { operationId: 'copy', responses: { 200: { description: 'It.', content: jsonText } } } },
  },
})
const RESULTS: readonly Json[] = [true, 5, null, { ok: true }, 'ok', 'Alexander']

describeCheck(check, bodies, [
  ...RESULTS.map((json): Row => [
    `accepts ${JSON.stringify(json)} as the result of a text that was sent`,
    { operation: 'run', body: long.nick, json },
    0,
  ]),
  [
    'accepts a part of a plain text as its result',
    { operation: 'say', body: long.nick, text: 'Alexander', headers: { 'content-type': 'text/plain' } },
    0,
  ],
])

/** A text that was put as JSON, and a read after it. */
const label = (json: Json, sent = long.nick, operation = 'label') => ({
  write: { operation: 'relabel', body: sent, json: null },
  read: { operation, json },
})

describeRule(rule, oddTextRead, bodies, [
  [
    'reports a part of a JSON text that is read at its address',
    label('Alexander'),
    [
      {
        operationId: 'relabel',
        message: 'The 200 response of label shows only a part of the text that was sent: the body.',
      },
      { operationId: 'label' },
    ],
  ],
  ['reports signs that are lost', label('Zoë ? two', 'Zoë ☂ two'), 2],
  ['accepts the same value', label(long.nick), 0],
  ['accepts a text with signs that JSON escapes', label('a"b\\c\u0001', 'a"b\\c\u0001'), 0],
  ['accepts a trimmed value', label('Alexander', ' Alexander '), 0],
  [
    'accepts a thing that is shown for a text',
    {
      write: { operation: 'putAny', body: 'Zoë ☂ two', json: null },
      read: { operation: 'getAny', json: { title: 'Zo? ? two' }, text: '{"title":"Zo? ? two"}' },
    },
    0,
  ],
  ['keeps silent about a read at another address', label('Alexander', long.nick, 'copy'), 0],
  ['keeps silent if the read failed', { ...label(null), read: { operation: 'label', status: 404 } }, 0],
])

const habit = {
  type: 'object',
  properties: { title: { ...string, description: 'Truncated after ten characters.' }, note: string },
}
const habitual = { 'application/json': { schema: habit } }
const thing = { operationId: 'create', requestBody: { content: habitual } }
const titled = (name: string): Draft => ({
  operation: 'create',
  status: 201,
  body: { [name]: 'A long title' },
  json: { [name]: 'A long tit' },
})
const things = {
  '/things': { post: { ...thing, responses: { 201: { description: 'made', content: habitual } } } },
}

describeCheck(check, await rigOf({ paths: things }), [
  ['accepts a habit that the document describes', titled('title'), 0],
  ['reports it elsewhere', titled('note'), 1],
])

const SENT = ' Zoë,\r\ntwo '
const mottoRig = (description: string) => {
  const content = { 'text/plain': { schema: string } }
  const written = { operationId: 'write', requestBody: { required: true, content } }
  const get = { operationId: 'read', responses: { 200: { description, content } } }
  return rigOf({
    paths: { '/motto': { get, put: { ...written, responses: { 204: { description: 'Kept.' } } } } },
  })
}
const exact = await mottoRig('The motto, exactly as it was written.')
const motto = (look: Draft, type = 'text/plain') => ({
  write: { operation: 'write', body: SENT, status: 204 },
  read: { operation: 'read', headers: { 'content-type': type }, ...look },
})
const latin = { bytes: new Uint8Array(Buffer.from(SENT, 'latin1')) }
const habits = {
  trimmed: SENT.trim(),
  'with other line ends': SENT.replace('\r\n', '\n'),
  ASCII: SENT.replace('ë', '?'),
}

describeRule(rule, textWritten, await mottoRig('The motto.'), [
  [
    'reports a text that was cut, at both operations',
    motto({ text: ' Zoë,' }),
    [
      { operationId: 'write', message: 'The 200 response of read differs from the text that was written.' },
      { operationId: 'read' },
    ],
  ],
  ['accepts the same text', motto({ text: SENT }), 0],
  ...Object.entries(habits).flatMap(([how, text]) => [
    [`accepts a text that is ${how}`, motto({ text }), 0] as const,
    [`reports it if the text is read exactly as it was written: ${how}`, motto({ text }), 2, exact] as const,
  ]),
  ['reads the text by its charset', motto(latin, 'text/plain; charset=iso-8859-1'), 0, exact],
  ['reports bytes of another charset', motto(latin), 2, exact],
  ['keeps silent about another media type', motto({ text: '<p>' }, 'text/html'), 0, exact],
  ['keeps silent if the read failed', motto({ text: '', status: 404 }), 0, exact],
])
