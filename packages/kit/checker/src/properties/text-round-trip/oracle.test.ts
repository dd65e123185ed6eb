import { createHash } from 'node:crypto'
import { describeCheck, type Draft, type Row, rigOf } from '../../../test/describe-check.ts'
import { shop, steps } from '../../../test/pet-shop.ts'
import type { Json } from '@contract-kit/json-schema/json'
import { textRoundTrip } from './oracle.ts'

const { create, put, read } = steps
const odd = { nick: 'Odd\u0000text' }
const made = (sent: object, shown: object): Draft =>
  create({ body: { name: 'Rex', ...sent }, json: { id: 'p1', name: 'Rex', ...shown } })
const cut = (where: string, sent: object, shown: object): Row => [
  `reports a text that is cut ${where}`,
  made(sent, shown),
  [{ check: 'text-round-trip', operationId: 'createPet' }],
]
const takes = (how: string, sent: object, shown: object): Row => [
  `takes a text that is ${how}`,
  made(sent, shown),
  0,
]

describeCheck(textRoundTrip, shop, [
  cut('at a length', { nick: 'Alexander the Great' }, { nick: 'Alexander the' }),
  cut('at U+0000', odd, { nick: 'Odd' }),
  cut('inside an object', { home: { street: 'Long Street 5' } }, { home: { street: 'Long S' } }),
  cut('in a list', { tags: ['alpha', 'beta'] }, { tags: ['al', 'beta'] }),
  takes('kept', odd, odd),
  takes('trimmed', { nick: ' Alexander  the Great ' }, { nick: 'Alexander the great' }),
  takes('without a sign at its end', { nick: 'Alexander!' }, { nick: 'Alexander' }),
  takes('composed', { nick: 'Cafe\u0301 Noir' }, { nick: 'Café Noir' }),
  takes('shortened for all to see', { nick: 'Alexander the Great' }, { nick: 'Alexander…' }),
  takes('of a format', { born: '2024-01-01T10:00:00Z' }, { born: '2024-01-01' }),
  takes('of a status', { status: 'sold out' }, { status: 'sold' }),
  takes('not shown', { nick: 'Alexander' }, {}),
  [
    'reports write and read where the write did not show it',
    [
      put({ name: 'Rex', ...odd }, { step: 'change-odd', json: undefined, text: '' }),
      read('read-odd', { id: 'p1', name: 'Rex', nick: 'Odd' }),
    ],
    [{ operationId: 'replacePet' }, { operationId: 'getPet' }],
  ],
  [
    'tells once what the write told already',
    [
      put({ name: 'Rex', ...odd }, { json: { name: 'Rex', nick: 'Odd' } }),
      read('read-after-change', { name: 'Rex', nick: 'Odd' }),
    ],
    0,
  ],
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

describeCheck(textRoundTrip, uploads, [
  ['reports a digest of other bytes', uploaded('raw', bytes, digestOf('a')), [{ operationId: 'raw' }]],
  [
    'reports a digest of another file',
    uploaded('form', { file: bytes }, digestOf('a')),
    [{ operationId: 'form' }],
  ],
  ['takes the digest of the bytes', uploaded('raw', bytes, digestOf(bytes)), 0],
  ['takes the digest of the file', uploaded('form', { file: bytes }, digestOf(bytes)), 0],
  ['takes what is no digest', uploaded('raw', bytes, 'none'), 0],
  ['takes any digest of a text', uploaded('note', bytes, digestOf('x')), 0],
  ['takes a digest that was sent', uploaded('form', { file: 'a', sha256: digestOf('x') }, digestOf('x')), 0],
])

const habit = {
  type: 'object',
  properties: { title: { ...string, description: 'Truncated after ten characters.' }, note: string },
}
const habitual = { 'application/json': { schema: habit } }
const thing = { operationId: 'create', requestBody: { content: habitual } }
const titled = (name: string): Draft => ({
  operation: 'create',
  step: 'create',
  status: 201,
  body: { [name]: 'A long title' },
  json: { [name]: 'A long tit' },
})
const things = {
  '/things': { post: { ...thing, responses: { 201: { description: 'made', content: habitual } } } },
}

describeCheck(textRoundTrip, await rigOf({ paths: things }), [
  ['takes a habit of which the document speaks', titled('title'), 0],
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
const motto = (shown: Draft, type = 'text/plain'): Draft[] => [
  { operation: 'write', step: 'write-text', body: SENT, status: 204 },
  { operation: 'read', step: 'read-text', headers: { 'content-type': type }, ...shown },
]
const latin = { bytes: new Uint8Array(Buffer.from(SENT, 'latin1')) }
const habits = {
  trimmed: SENT.trim(),
  'with other line ends': SENT.replace('\r\n', '\n'),
  ASCII: SENT.replace('ë', '?'),
}

describeCheck(textRoundTrip, await mottoRig('The motto.'), [
  [
    'reports a text that was cut, at both operations',
    motto({ text: ' Zoë,' }),
    [
      { operationId: 'write', message: 'The 200 response of read differs from the text that was written.' },
      { operationId: 'read' },
    ],
  ],
  ['takes the same text', motto({ text: SENT }), 0],
  ...Object.entries(habits).flatMap(([how, text]): Row[] => [
    [`takes a text that is ${how}`, motto({ text }), 0],
    [`reports it where the text comes exactly as it was written: ${how}`, motto({ text }), 2, exact],
  ]),
  ['reads the text by its charset', motto(latin, 'text/plain; charset=iso-8859-1'), 0, exact],
  ['reports bytes of another charset', motto(latin), 2, exact],
  ['claims nothing of another media type', motto({ text: '<p>' }, 'text/html'), 0, exact],
  ['claims nothing where nothing was read', motto({ text: '', status: 404 }), 0, exact],
])
