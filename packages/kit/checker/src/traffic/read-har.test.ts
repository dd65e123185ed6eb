import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../test/create-folder.ts'
import { createEntry, headersOf } from '../../test/traffic/create-entry.ts'
import { readHar } from './read-har.ts'

const read = async (...entries: readonly object[]) => {
  const cwd = await createFolder()
  await writeFile(join(cwd, 'a.har'), `\uFEFF${JSON.stringify({ log: { version: '1.2', entries } })}`)
  return readHar('a.har', cwd)
}

const textOf = (body: unknown): unknown =>
  body instanceof Uint8Array ? new TextDecoder().decode(body) : body

/** The body of the one response. */
const responseBody = async (content: object, response: object = {}, request: object = {}) => {
  const [entry] = await read(createEntry({ content, response, request }))
  return typeof entry === 'object' ? textOf(entry.responseBody) : entry
}

const requestBody = async (request: object) => {
  const [entry] = await read(createEntry({ request: { method: 'POST', ...request } }))
  return typeof entry === 'object' ? textOf(entry.requestBody) : entry
}

/** Whether the first entry may have had some headers that it does not show. */
const mayHave = async (...entries: readonly object[]) => {
  const [entry] = await read(...entries)
  return typeof entry === 'object'
    ? ['authorization', 'cookie', 'x-key'].map((name) => entry.mayHave?.(name))
    : entry
}

describe('readHar', () => {
  it('reads an entry of HTTP/2 as an exchange', async () => {
    const [entry] = await read(createEntry())
    expect(entry).toMatchObject({
      method: 'GET',
      url: 'https://api.test/memos',
      requestHeaders: [
        ['accept', '*/*'],
        ['x-key', 'k-1'],
      ],
      requestBody: 'none',
      status: 200,
      responseHeaders: [['content-type', 'application/json']],
      sentAt: Date.parse('2026-01-01'),
      elapsedMs: 20,
    })
    expect(typeof entry === 'object' && textOf(entry.responseBody)).toBe('[]')
  })

  it.each([
    ['as text', { text: 'ä', size: 2 }, 'ä'],
    ['in base64', { text: 'w6Q=', encoding: 'base64', size: 2 }, 'ä'],
    ['with the size of its compressed form', { text: '[1,2,3]', size: 3 }, '[1,2,3]'],
    ['without a size', { text: '[]', size: undefined }, '[]'],
    ['that is empty', { text: '', size: 0 }, 'none'],
    ['that is cut', { text: '[1', size: 9 }, 'unseen'],
    ['that is noted by its size alone', { text: undefined, size: 9 }, 'unseen'],
    ['that is absent', { text: undefined, size: 0 }, 'unseen'],
    ['that this checker masked', { text: '{"token":"***"}', _partial: true }, 'unseen'],
  ])('reads a body %s', async (_what, content, body) => {
    expect(await responseBody(content)).toBe(body)
  })

  it.each([
    ['204', { status: 204 }, {}],
    ['304 from a cache', { status: 304 }, {}],
    ['HEAD', {}, { method: 'HEAD' }],
  ])('reads no body of %s, which has none on the wire', async (_what, response, request) => {
    expect(await responseBody({ text: '[]' }, response, request)).toBe('none')
  })

  it('does not take an empty text for no body where the length says otherwise', async () => {
    const headers = headersOf({ 'content-length': '20', 'content-encoding': 'br' })
    expect(await responseBody({ text: '', size: 0 }, { headers })).toBe('unseen')
    expect(await responseBody({ text: '', size: 0 }, { bodySize: 20 })).toBe('unseen')
    expect(await responseBody({ text: '', size: 0 }, { status: 302 })).toBe('unseen')
    expect(await responseBody({ text: undefined }, { headers: headersOf({ 'content-length': '0' }) })).toBe(
      'none',
    )
  })

  const json = { mimeType: 'application/json' }

  it.each([
    ['as text', { postData: { ...json, text: '{"ä":1}' }, bodySize: 8 }, '{"ä":1}'],
    ['of unknown length', { postData: { ...json, text: '{}' }, bodySize: -1 }, '{}'],
    ['whose bytes are characters', { postData: { ...json, text: '{"Ã¤":1}' }, bodySize: 8 }, '{"ä":1}'],
    ['of another length', { postData: { ...json, text: '{}' }, bodySize: 7 }, 'unseen'],
    [
      'by its fields alone',
      { postData: { mimeType: 'application/x-www-form-urlencoded', params: [] } },
      'unseen',
    ],
    ['with files', { postData: { mimeType: 'multipart/form-data; boundary=x', text: '--x--' } }, 'unseen'],
    [
      'that is compressed',
      { headers: headersOf({ 'content-encoding': 'gzip' }), postData: { ...json, text: '{}' } },
      'unseen',
    ],
    ['that is not there', { headers: headersOf({ 'content-length': '7' }) }, 'unseen'],
    [
      'that is sent in chunks but not there',
      { headers: headersOf({ 'transfer-encoding': 'chunked' }) },
      'unseen',
    ],
    ['that is empty', { postData: { ...json, text: '' }, bodySize: 0 }, 'none'],
  ])('reads a request body %s', async (_what, request, body) => {
    expect(await requestBody(request)).toBe(body)
  })

  it.each([
    ['a browser took from its cache', { entry: { _fromCache: 'disk' } }, 'from the cache of the browser'],
    ['a service worker answered', { response: { _fetchedViaServiceWorker: true } }, 'from a service worker'],
    [
      'a browser redirected',
      { response: { status: 307, headers: headersOf({ 'Non-Authoritative-Reason': 'HSTS' }) } },
      'redirection by the browser',
    ],
    ['has no method', { request: { method: undefined } }, 'no method, URL or status'],
  ])('tells of an entry that %s', async (_what, parts, reason) => {
    expect(await read(createEntry(parts))).toStrictEqual([reason])
  })

  it('knows that credentials may be left out, until one is shown', async () => {
    const shown = createEntry({ request: { headers: headersOf({ Authorization: 'Bearer x' }) } })
    expect(await mayHave(createEntry())).toStrictEqual([true, true, false])
    expect(await mayHave(createEntry(), shown)).toStrictEqual([false, true, false])
    expect(await mayHave(createEntry({ request: { headers: [] } }))).toStrictEqual([true, true, true])
  })

  it('takes cookies for the header that is not there', async () => {
    const [entry] = await read(createEntry({ request: { cookies: [{ name: 'sid', value: 's1' }, { name: 'a', value: 'b' }] } })) // prettier-ignore
    expect(entry).toMatchObject({
      requestHeaders: expect.arrayContaining([['cookie', 'sid=s1; a=b']]) as unknown,
    })
  })
})
