import { describe, expect, it } from 'vitest'
import { createApiClient, type Operations } from '../src/index.ts'
import { serverUrl } from './scripted.ts'

describe('a request body', () => {
  const post = { method: 'POST', path: '/a', idempotency: 'never' } as const
  const bodies = {
    form: { ...post, contentType: 'application/x-www-form-urlencoded', bodyIn: 'members' },
    parts: { ...post, contentType: 'multipart/form-data', bodyIn: 'members' },
    text: { ...post, contentType: 'text/csv', bodyIn: 'body' },
    bytes: { ...post, contentType: 'application/octet-stream', bodyIn: 'body' },
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

  it('is a form, with a field for each item of a list', async () => {
    const sent = await send('form', { a: 'x & y', b: [1, 2], c: undefined })
    expect(sent.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(await sent.text()).toBe('a=x+%26+y&b=1&b=2')
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
  } as const satisfies Operations
  interface Methods {
    find(input: object): Promise<unknown>
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
})
