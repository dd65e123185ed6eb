import { describe, expect, it } from 'vitest'
import { checkContract } from '../runner/contract-run.ts'
import { readStreamItems } from './response-body.ts'

const itemsOf = (contentType: string, text: string) =>
  readStreamItems(contentType, text)?.items.map(([first]) => first)

describe('readStreamItems', () => {
  it('reads lines of JSON, blank ones left out', () => {
    expect(itemsOf('application/jsonl', '{"a":1}\r\n\n2\n"x"')).toStrictEqual([{ a: 1 }, 2, 'x'])
    expect(itemsOf('application/x-ndjson; charset=utf-8', '1\n')).toStrictEqual([1])
  })

  it('overlooks what was cut at the end, and nothing else', () => {
    expect(readStreamItems('application/jsonl', '1\n{"a":')).toStrictEqual({
      items: [[1]],
      isMalformed: false,
    })
    expect(itemsOf('application/jsonl', '12\n12')).toStrictEqual([12])
    expect(readStreamItems('application/jsonl', '{"a":\n1\n')?.isMalformed).toBe(true)
  })

  it('reads JSON text sequences', () => {
    expect(itemsOf('application/json-seq', '\u001E{"a":1}\n\u001E[2]\n\u001E{')).toStrictEqual([
      { a: 1 },
      [2],
    ])
  })

  it('reads server-sent events', () => {
    const text =
      '\uFEFF: hello\nevent: add\ndata: 1\ndata:2\nid: 7\nretry: 30\nother: x\n\nevent: none\n\ndata: 3\n\ndata: 4\n'
    expect(readStreamItems('text/event-stream', text)?.items).toMatchObject([
      [{ event: 'add', data: '1\n2', id: '7', retry: 30 }, {}, {}],
      [{ data: '3' }, { event: 'message', data: '3' }, { event: 'message', id: '7', data: '3' }],
    ])
  })

  it('takes no other body apart', () => {
    expect(readStreamItems('application/json', '1\n2')).toBeUndefined()
  })
})

const check = (contentType: string, text: string, openapi = '3.2.0') =>
  checkContract({
    document: {
      openapi,
      info: { title: 'T', version: '1' },
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                description: 'All.',
                content: {
                  [contentType]: {
                    itemSchema: {
                      type: 'object',
                      required: ['data'],
                      properties: { data: { minLength: 2 } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    fetch: ({ method, url }) => {
      if (new URL(url).pathname !== '/a') return new Response(null, { status: 404 })
      if (method !== 'GET' && method !== 'HEAD')
        return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
      return new Response(method === 'HEAD' ? null : text, { headers: { 'content-type': contentType } })
    },
    cases: 1,
  })

const messagesOf = async (...input: Parameters<typeof check>) =>
  (await check(...input)).findings.map(({ check: id, message }) => `${id}: ${message}`)

describe('checkContract', () => {
  it('judges each item of a stream', async () => {
    expect(await messagesOf('application/jsonl', '{"data":"ab"}\n{"data":"a"}\n')).toStrictEqual([
      'response-schema-conformance: The 200 response of GET /a does not match its schema: /data is shorter than 2 characters.',
    ])
    expect(await messagesOf('text/event-stream', 'data: ab\n\ndata: a\n\n')).toHaveLength(1)
    expect(await messagesOf('application/json-seq', '\u001E{}\n\u001E{}\n')).toHaveLength(1)
  })

  it('accuses an item that is no JSON', async () => {
    expect(await messagesOf('application/jsonl', 'oops\n{"data":"ab"}\n')).toStrictEqual([
      'response-schema-conformance: The 200 response of GET /a is not well-formed JSON.',
    ])
  })

  it('accuses no stream that is right, or of an older version', async () => {
    expect(await messagesOf('application/jsonl', '{"data":"ab"}\n{"da')).toStrictEqual([])
    expect(await messagesOf('application/jsonl', '{}\n', '3.1.0')).toStrictEqual([])
  })
})
