import { describe, expect, it } from 'vitest'
import { createApiClient, InputError, type Operations } from '../src/index.ts'
import { serverUrl } from './scripted.ts'

describe('a request body', () => {
  const post = { method: 'POST', path: '/a', idempotency: 'never' } as const
  const bodies = {
    form: {
      ...post,
      contentType: 'application/x-www-form-urlencoded',
      bodyIn: 'members',
      encoding: { meta: { style: 'deepObject', explode: true }, list: { explode: false } },
    },
    parts: { ...post, contentType: 'multipart/form-data', bodyIn: 'members' },
    maybe: {
      ...post,
      contentType: 'application/json',
      bodyIn: 'optional members',
      parameters: { q: 'query' },
      constants: { kind: 'x' },
    },
    text: { ...post, contentType: 'text/csv', bodyIn: 'body' },
    bytes: { ...post, contentType: 'application/octet-stream', bodyIn: 'body' },
    renamed: {
      ...post,
      path: '/a/{id}',
      parameters: {
        id: 'path',
        queryId: { in: 'query', name: 'id', style: 'form', explode: true },
        headerId: { in: 'header', name: 'id', style: 'simple', explode: false },
        cookieId: { in: 'cookie', name: 'id', style: 'form', explode: true },
      },
    },
    patch: {
      method: 'PATCH',
      path: '/a/{id}',
      idempotency: 'never',
      parameters: { id: 'path' },
      contentType: 'application/merge-patch+json',
      bodyIn: 'body',
    },
  } as const satisfies Operations
  type BodyMethods = Readonly<Record<keyof typeof bodies, (input: object) => Promise<unknown>>>

  async function send(kind: keyof typeof bodies, input: object): Promise<Request> {
    let sent: Request | undefined
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      sent = new Request(url, init)
      return Response.json({})
    }
    await createApiClient<BodyMethods>(bodies, { baseUrl: serverUrl, fetch })[kind](input)
    return sent as Request
  }

  it('stands beside parameters of one name in several places', async () => {
    const sent = await send('renamed', { id: 1, queryId: 2, headerId: 3, cookieId: 4 })
    expect(sent.url).toBe(`${serverUrl}/a/1?id=2`)
    expect([sent.headers.get('id'), sent.headers.get('cookie')]).toEqual(['3', 'id=4'])
  })

  it('is a form, with a field for each item of a list', async () => {
    const sent = await send('form', { a: 'x & y', b: [1, 2], c: undefined })
    expect(sent.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(await sent.text()).toBe('a=x%20%26%20y&b=1&b=2')
  })

  it('is a form that leaves out null and has dates as texts', async () => {
    const sent = await send('form', { n: null, x: 1, d: new Date(0), all: [null, new Date(0)] })
    const date = '1970-01-01T00%3A00%3A00.000Z'
    expect(await sent.text()).toBe(`x=1&d=${date}&all=${date}`)
  })

  it('is a form with fields in the styles of the document', async () => {
    const meta = { a: { b: 'c d' }, on: new Date(0), no: undefined }
    const sent = await send('form', { meta, list: ['1', '2'], other: { x: [1, { y: null }] } })
    expect(await sent.text()).toBe(
      'meta%5Ba%5D%5Bb%5D=c%20d&meta%5Bon%5D=1970-01-01T00%3A00%3A00.000Z&list=1,2' +
        '&other=%7B%22x%22%3A%5B1%2C%7B%22y%22%3Anull%7D%5D%7D',
    )
  })

  it.each([
    [{}, '', null],
    [{ q: 'a', b: undefined }, '', null],
    [{ b: 1 }, '{"kind":"x","b":1}', 'application/json'],
    [{ kind: 'x' }, '{"kind":"x"}', 'application/json'],
  ])('is left out if it is optional and no member of it is given: %j', async (input, text, type) => {
    const sent = await send('maybe', input)
    expect([await sent.text(), sent.headers.get('content-type')]).toStrictEqual([text, type])
  })

  it('is a multipart form that leaves out null and has dates as texts', async () => {
    const form = await (await send('parts', { n: null, d: new Date(0), list: [1, null] })).formData()
    expect([...form]).toEqual([
      ['d', '1970-01-01T00:00:00.000Z'],
      ['list', '1'],
    ])
  })

  it('is a multipart form with files', async () => {
    const form = await (
      await send('parts', { note: 'hi', meta: { a: 1 }, file: new Blob(['bytes']) })
    ).formData()
    expect(form.get('note')).toBe('hi')
    expect(form.get('meta')).toBe('{"a":1}')
    expect(await (form.get('file') as File).text()).toBe('bytes')
  })

  it.each([
    ['text', 'text/csv', 'a,b'],
    ['bytes', 'application/octet-stream', new TextEncoder().encode('a,b')],
  ] as const)('is %s of its media type', async (kind, type, body) => {
    const sent = await send(kind, { body })
    expect(sent.headers.get('content-type')).toBe(type)
    expect(await sent.text()).toBe('a,b')
  })

  it('is a patch beside its path', async () => {
    const sent = await send('patch', { id: '7', body: { id: 'other', note: null } })
    expect(sent.url).toBe(`${serverUrl}/a/7`)
    expect(sent.headers.get('content-type')).toBe('application/merge-patch+json')
    expect(await sent.json()).toEqual({ id: 'other', note: null })
  })
})

describe('a parameter style', () => {
  const styled = {
    find: {
      method: 'GET',
      path: '/a/{ids}/{color}',
      idempotency: 'always',
      parameters: {
        ids: { in: 'path', style: 'simple', explode: false },
        color: { in: 'path', style: 'label', explode: false },
        csv: { in: 'query', style: 'form', explode: false },
        pipes: { in: 'query', style: 'pipeDelimited', explode: false },
        filter: { in: 'query', style: 'deepObject', explode: true },
        plain: 'query',
      },
    },
    search: {
      method: 'QUERY',
      path: '/a b',
      idempotency: 'always',
      parameters: {
        r: { in: 'query', style: 'form', explode: true, allowReserved: true },
        s: 'query',
        json: { in: 'query', contentType: 'application/json' },
        Point: { in: 'header', style: 'simple', explode: true },
        c: 'cookie',
      },
    },
  } as const satisfies Operations
  interface Methods {
    find(input: object): Promise<unknown>
    search(input: object): Promise<unknown>
  }

  it('is that of each parameter', async () => {
    let path: string | undefined
    const client = createApiClient<Methods>(styled, {
      baseUrl: serverUrl,
      fetch: async (url) => {
        path = decodeURIComponent(url.slice(serverUrl.length))
        return Response.json({})
      },
    })
    await client.find({
      ids: ['a', 'b'],
      color: 'red',
      csv: [1, 2],
      pipes: ['x', 'y'],
      filter: { from: 1, to: 2 },
      plain: ['p', 'q'],
    })
    expect(path).toBe('/a/a,b/.red?csv=1,2&pipes=x|y&filter[from]=1&filter[to]=2&plain=p&plain=q')
  })

  async function search(input: object): Promise<Request> {
    let sent: Request | undefined
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      sent = new Request(url, init)
      return Response.json({})
    }
    await createApiClient<Methods>(styled, { baseUrl: serverUrl, fetch }).search(input)
    return sent as Request
  }

  it.each([
    [{ r: 'a:/?b' }, '?r=a:/?b'],
    [{ r: 'a#b', s: 'kept' }, '?r=a%23b&s=kept'],
    [{ r: 'a&s=evil' }, '?r=a%26s%3Devil'],
    [{ r: '100%' }, '?r=100%25'],
    [{ s: new Date(0) }, '?s=1970-01-01T00%3A00%3A00.000Z'],
    [{ json: { a: new Date(0), no: undefined } }, '?json=%7B%22a%22%3A%221970-01-01T00%3A00%3A00.000Z%22%7D'],
    [{ s: { a: 1, b: null } }, '?a=1'],
    [{ s: null }, ''],
  ])('writes %j as the query %s', async (input, query) => {
    expect((await search(input)).url).toBe(`${serverUrl}/a%20b${query}`)
  })

  it('writes objects in headers, and lists in cookies', async () => {
    const { headers, method } = await search({ Point: { x: 1, y: 2 }, c: ['1', 'a b'] })
    expect(method).toBe('QUERY')
    expect(headers.get('point')).toBe('x=1,y=2')
    expect(headers.get('cookie')).toBe('c=1; c=a%20b')
  })

  it.each([
    [{ Point: { x: 'secret,' } }, 'search: An item of a header cannot have a delimiter or outer blanks.'],
    [{ Point: ' secret' }, 'search: A header cannot have outer blanks.'],
    [{ s: '\ud800' }, 'search: The text holds half a surrogate pair, which UTF-8 cannot carry.'],
  ])('rejects what cannot be sent: %j', async (input, message) => {
    await expect(search(input)).rejects.toThrow(
      new InputError(message.slice(8), { operationId: 'search', retryable: false, outcomeUnknown: false }),
    )
  })
})
