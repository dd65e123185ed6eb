import { describe, expect, it } from 'vitest'
import { checkContract } from '../runner/contract-run.ts'
import { readStreamItems } from './response-body.ts'

const itemsOf = (contentType: string, text: string) =>
  readStreamItems(contentType, text)?.items.map(([first]) => first)

describe('readStreamItems', () => {
  it.each([
    ['application/jsonl', '{"a":1}\r\n\n2\n"x"', [{ a: 1 }, 2, 'x']],
    ['application/x-ndjson; charset=utf-8', '1\n', [1]],
    // Cut at the end.
    ['application/jsonl', '1\n{"a":', [1]],
    ['application/jsonl', '12\n12', [12]],
    ['application/json-seq', '\u001E{"a":1}\n\u001E[2]\n\u001E{', [{ a: 1 }, [2]]],
    ['application/json', '1\n2', undefined],
  ])('reads of %s %j: %j', (contentType, text, items) => {
    expect(itemsOf(contentType, text)).toStrictEqual(items)
  })

  it.each([
    ['1\n{"a":', false],
    ['{"a":\n1\n', true],
  ])('tells whether %j is malformed before its end: %j', (text, isMalformed) => {
    expect(readStreamItems('application/jsonl', text)?.isMalformed).toBe(isMalformed)
  })

  it('reads server-sent events', () => {
    const text =
      '\uFEFF: hello\nevent: add\ndata: 1\ndata:2\nid: 7\nretry: 30\nother: x\n\nevent: none\n\ndata: 3\n\ndata: 4\n'
    expect(readStreamItems('text/event-stream', text)?.items).toMatchObject([
      [{ event: 'add', data: '1\n2', id: '7', retry: 30 }, {}, {}],
      [{ data: '3' }, { event: 'message', data: '3' }, { event: 'message', id: '7', data: '3' }],
    ])
  })
})

const itemSchema = { type: 'object', required: ['data'], properties: { data: { minLength: 2 } } }

const messagesOf = async (contentType: string, text: string, openapi = '3.2.0') => {
  const responses = { 200: { description: 'All.', content: { [contentType]: { itemSchema } } } }
  const { findings } = await checkContract({
    document: { openapi, info: { title: 'T', version: '1' }, paths: { '/a': { get: { responses } } } },
    fetch: ({ method, url }) => {
      if (new URL(url).pathname !== '/a') return new Response(null, { status: 404 })
      if (method !== 'GET' && method !== 'HEAD')
        return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
      return new Response(method === 'HEAD' ? null : text, { headers: { 'content-type': contentType } })
    },
    cases: 1,
  })
  return findings.map(({ check: id, message }) => `${id}: ${message}`)
}

const conformance = 'response-schema-conformance: The 200 response of GET /a'
const short = `${conformance} does not match its schema: /data is shorter than 2 characters.`

describe('checkContract', () => {
  it.each([
    ['application/jsonl', '{"data":"ab"}\n{"data":"a"}\n', [short]],
    ['text/event-stream', 'data: ab\n\ndata: a\n\n', [short]],
    [
      'application/json-seq',
      '\u001E{}\n\u001E{}\n',
      [`${conformance} does not match its schema: an item lacks the required property data.`],
    ],
    ['application/jsonl', 'oops\n{"data":"ab"}\n', [`${conformance} is not well-formed JSON.`]],
    ['application/jsonl', '{"data":"ab"}\n{"da', []],
  ])('judges each item of %s in %j: %j', async (contentType, text, messages) => {
    expect(await messagesOf(contentType, text)).toStrictEqual(messages)
  })

  it('judges no item before OpenAPI 3.2', async () => {
    expect(await messagesOf('application/jsonl', '{}\n', '3.1.0')).toStrictEqual([])
  })
})
