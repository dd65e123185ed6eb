import { describe, expect, it } from 'vitest'
import { memoDocument } from '../../test/memo-api.ts'
import { registerContractMatcher } from './contract-matcher.ts'

registerContractMatcher()

const document = memoDocument
const memo = { id: 'm1', title: 'a' }
const read = { document, operationId: 'getMemo' }

describe('toMatchContract', () => {
  it('passes a response that keeps the document', async () => {
    await expect(Response.json(memo)).toMatchContract(read)
    await expect(new Response(null, { status: 404 })).toMatchContract(read)
  })

  it('leaves the body to be read by the test', async () => {
    const response = Response.json(memo)
    await expect(response).toMatchContract(read)
    expect(await response.json()).toStrictEqual(memo)
  })

  it('takes a response in parts', async () => {
    const headers = { 'Content-Type': 'application/json' }
    await expect({ status: 200, headers, body: memo }).toMatchContract(read)
    const text = JSON.stringify(memo)
    await expect({ status: 200, headers, body: text }).toMatchContract(read)
    await expect({ status: 200, headers, body: new TextEncoder().encode(text) }).toMatchContract(read)
    await expect({ status: 204 }).toMatchContract({ document, operationId: 'deleteMemo' })
  })

  it.each<[string, Response, string]>([
    ['a status', new Response(null, { status: 418 }), 'status-code-conformance'],
    ['a body', Response.json({ id: 1, title: 'a' }), 'response-schema-conformance'],
    ['an undocumented property', Response.json({ ...memo, secret: 1 }), 'undocumented-properties'],
    [
      'a media type',
      new Response('m1', { headers: { 'content-type': 'text/plain' } }),
      'content-type-conformance',
    ],
    ['a missing header', new Response(null, { status: 401 }), 'missing-www-authenticate'],
    ['a failure of the server', new Response(null, { status: 500 }), 'not-a-server-error'],
  ])('refuses %s that the document does not name', async (_what, response, check) => {
    await expect(expect(response).toMatchContract(read)).rejects.toThrow(`[${check}]`)
  })

  it('allows undocumented properties where that is asked', async () => {
    await expect(Response.json({ ...memo, more: 1 })).toMatchContract({ ...read, strictResponses: false })
  })

  it('finds the operation by the request', async () => {
    const request = new Request('http://h.test/v1/memos/m1?x=1', { method: 'DELETE' })
    await expect(new Response(null, { status: 204 })).toMatchContract({ document, request })
    await expect(Response.json([memo])).toMatchContract({ document, request: { url: '/memos' } })
  })

  it('takes fixed text before a parameter', async () => {
    const any = {
      parameters: [{ name: 'any', in: 'path', required: true, schema: {} }],
      get: { operationId: 'getAny', responses: { 200: { description: 'Nothing.' } } },
    }
    const wider = { ...memoDocument, paths: { '/{any}': any, ...memoDocument.paths } }
    const response = new Response('text', { headers: { 'content-type': 'text/plain' } })
    await expect(response).not.toMatchContract({ document: wider, request: { url: '/memos' } })
    await expect(response).toMatchContract({ document: wider, request: { url: '/notes' } })
  })

  it('says in words what a response lacks', async () => {
    await expect(expect(Response.json({ id: 'm1' })).toMatchContract(read)).rejects.toThrow(
      'The 200 response of getMemo does not match its schema: the body lacks the required property title. [response-schema-conformance]\ndocument: /components/schemas/Memo/required',
    )
  })

  it('can be turned round', async () => {
    await expect(Response.json({})).not.toMatchContract(read)
    await expect(expect(Response.json(memo)).not.toMatchContract(read)).rejects.toThrow(
      'The response matches the document',
    )
  })

  it.each<
    [
      string,
      (
        | { readonly operationId: string }
        | { readonly request: { readonly method?: string; readonly url: string } }
      ),
    ]
  >([
    ['The document has no operation getMemos; did you mean getMemo?', { operationId: 'getMemos' }],
    ['The document has no operation for PUT /memos.', { request: { method: 'PUT', url: '/memos' } }],
  ])('says: %s', async (message, expectation) => {
    await expect(expect(Response.json(memo)).toMatchContract({ document, ...expectation })).rejects.toThrow(
      message,
    )
  })

  it('asks to be first to read the body', async () => {
    const response = Response.json(memo)
    await response.text()
    await expect(expect(response).toMatchContract(read)).rejects.toThrow('was already read')
  })
})
