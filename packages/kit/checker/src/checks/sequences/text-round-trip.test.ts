import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import type { Json } from '../../json-schema/base/json.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { textRoundTrip } from './text-round-trip.ts'

const shown = (sent: object, answered: object) =>
  textRoundTrip.verify(
    lastOf(steps.create({ body: { name: 'Rex', ...sent }, json: { id: 'p1', name: 'Rex', ...answered } })),
  )

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('textRoundTrip', () => {
  it.each([
    ['at a length', { nick: 'Alexander the Great' }, { nick: 'Alexander the' }],
    ['at U+0000', { nick: 'Odd\u0000text' }, { nick: 'Odd' }],
    ['inside an object', { home: { street: 'Long Street 5' } }, { home: { street: 'Long S' } }],
    ['in a list', { tags: ['alpha', 'beta'] }, { tags: ['al', 'beta'] }],
  ])('accuses a text that is cut %s', (_name, sent, answered) => {
    expect(shown(sent, answered)).toMatchObject([{ check: 'text-round-trip', operationId: 'createPet' }])
  })

  it.each([
    ['kept', { nick: 'Odd\u0000text' }, { nick: 'Odd\u0000text' }],
    ['trimmed', { nick: ' Alexander  the Great ' }, { nick: 'Alexander the great' }],
    ['without a sign at its end', { nick: 'Alexander!' }, { nick: 'Alexander' }],
    ['composed', { nick: 'Cafe\u0301 Noir' }, { nick: 'Café Noir' }],
    ['shortened for all to see', { nick: 'Alexander the Great' }, { nick: 'Alexander…' }],
    ['of a format', { born: '2024-01-01T10:00:00Z' }, { born: '2024-01-01' }],
    ['of a status', { status: 'sold out' }, { status: 'sold' }],
    ['not shown', { nick: 'Alexander' }, {}],
  ])('says nothing of a text that is %s', (_name, sent, answered) => {
    expect(shown(sent, answered)).toEqual([])
  })

  it('accuses write and read where the write did not show it', () => {
    const silent = steps.put(
      { name: 'Rex', nick: 'Odd\u0000text' },
      { step: 'change-odd', json: undefined, text: '' },
    )
    const read = steps.read('read-odd', { id: 'p1', name: 'Rex', nick: 'Odd' })
    expect(textRoundTrip.verify(lastOf(silent, read))).toMatchObject([
      { operationId: 'replacePet' },
      { operationId: 'getPet' },
    ])
  })

  it('tells once what the write told already', () => {
    const change = steps.put({ name: 'Rex', nick: 'Odd\u0000text' }, { json: { name: 'Rex', nick: 'Odd' } })
    expect(
      textRoundTrip.verify(lastOf(change, steps.read('read-after-change', { name: 'Rex', nick: 'Odd' }))),
    ).toEqual([])
  })

  describe('of an upload', async () => {
    const answers = {
      'application/json': { schema: { type: 'object', properties: { sha256: { type: 'string' } } } },
    }
    const upload = (content: object) => ({
      requestBody: { content },
      responses: { 200: { description: 'Received.', content: answers } },
    })
    const file = {
      type: 'object',
      properties: { file: { type: 'string', format: 'binary' }, sha256: { type: 'string' } },
    }
    const make = await createRig({
      paths: {
        '/raw': {
          put: {
            operationId: 'raw',
            ...upload({ 'application/octet-stream': { schema: { type: 'string' } } }),
          },
        },
        '/form': { post: { operationId: 'form', ...upload({ 'multipart/form-data': { schema: file } }) } },
        '/note': {
          put: { operationId: 'note', ...upload({ 'text/plain': { schema: { type: 'string' } } }) },
        },
      },
    })
    const told = (operation: string, body: Json, sha256: string) =>
      textRoundTrip.verify(make({ operation, body, status: 200, json: { sha256 } }))

    it.each<[string, Json]>([
      ['raw', 'a\u0000b'],
      ['form', { file: 'a\u0000b' }],
    ])('accuses a digest of other bytes than those sent: %s', (operation, body) => {
      expect(told(operation, body, digestOf('a'))).toMatchObject([{ operationId: operation }])
      expect(told(operation, body, digestOf('a\u0000b'))).toEqual([])
      expect(told(operation, body, 'none')).toEqual([])
    })

    it.each<[string, Json]>([
      ['note', 'a\u0000b'],
      ['form', { file: 'a', sha256: digestOf('x') }],
    ])('says nothing of a text, or of a digest that was sent: %s', (operation, body) => {
      expect(told(operation, body, digestOf('x'))).toEqual([])
    })
  })

  it('keeps silent where the document speaks of such a habit', async () => {
    const text = { type: 'string', description: 'Truncated after ten characters.' }
    const schema = { type: 'object', properties: { title: text, note: { type: 'string' } } }
    const content = { 'application/json': { schema } }
    const make = await createRig({
      paths: {
        '/things': {
          post: {
            operationId: 'create',
            requestBody: { content },
            responses: { 201: { description: 'made', content } },
          },
        },
      },
    })
    const verify = (body: object, json: object) =>
      textRoundTrip.verify(
        make({ operation: 'create', step: 'create', body: { ...body }, status: 201, json: { ...json } }),
      )
    expect(verify({ title: 'A long title' }, { title: 'A long tit' })).toEqual([])
    expect(verify({ note: 'A long title' }, { note: 'A long tit' })).toHaveLength(1)
  })
})

const SENT = ' Zoë,\r\ntwo '

const verifyText = async (
  read: { readonly text?: string; readonly bytes?: Uint8Array<ArrayBuffer>; readonly status?: number },
  { description = 'The motto.', contentType = 'text/plain' } = {},
) => {
  const content = { 'text/plain': { schema: { type: 'string' } } }
  const exchange = await createRig({
    paths: {
      '/motto': {
        get: { operationId: 'read', responses: { 200: { description, content } } },
        put: {
          operationId: 'write',
          requestBody: { required: true, content },
          responses: { 204: { description: 'Kept.' } },
        },
      },
    },
  })
  const written = exchange({
    operation: 'write',
    step: 'write-text',
    body: SENT,
    status: 204,
  })
  const headers = { 'content-type': contentType }
  return textRoundTrip.verify(
    exchange({ operation: 'read', step: 'read-text', status: 200, headers, history: [written], ...read }),
  )
}

const exact = { description: 'The motto, exactly as it was written.' }

describe('textRoundTrip of bodies', () => {
  it('accuses a text that was cut, and names both operations', async () => {
    expect(await verifyText({ text: ' Zoë,' })).toMatchObject([
      { operationId: 'write', message: 'The 200 response of read differs from the text that was written.' },
      { operationId: 'read' },
    ])
    expect(await verifyText({ text: SENT })).toEqual([])
  })

  it.each([SENT.trim(), SENT.replace('\r\n', '\n'), SENT.replace('ë', '?')])(
    'accuses %j where the text comes exactly as it was written',
    async (text) => {
      expect(await verifyText({ text }, exact)).toHaveLength(2)
      expect(await verifyText({ text })).toEqual([])
    },
  )

  it('reads the text by the charset that is named', async () => {
    const bytes = new Uint8Array(Buffer.from(SENT, 'latin1'))
    expect(await verifyText({ bytes }, { ...exact, contentType: 'text/plain; charset=iso-8859-1' })).toEqual(
      [],
    )
    expect(await verifyText({ bytes }, exact)).toHaveLength(2)
  })

  it('claims nothing of another media type, or where nothing was read', async () => {
    expect(await verifyText({ text: '<p>' }, { ...exact, contentType: 'text/html' })).toEqual([])
    expect(await verifyText({ text: '', status: 404 }, exact)).toEqual([])
  })
})
