import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import express from 'express'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { contractRouter } from '../../../src/index.ts'
import { sendRaw, startSuite } from '../../service.ts'
import { createArchive } from './handlers.ts'

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff])

const suite = startSuite()

let url: string

beforeAll(async () => {
  const router = await contractRouter({
    document: parse(readFileSync(join(import.meta.dirname, 'openapi.yaml'), 'utf8')),
    handlers: createArchive(),
    limits: { bytes: 4096 },
  })
  url = await suite.listen(express().use(router))
  await fetch(`${url}/files/cat`, { method: 'PUT', headers: bytesType, body: png })
})

const bytesType = { 'content-type': 'application/octet-stream' }

const upload = (fields: Readonly<Record<string, string | Blob>>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return fetch(`${url}/files`, { method: 'POST', body })
}

describe('a media archive in OpenAPI 3.1', () => {
  it('takes and sends bytes', async () => {
    const response = await fetch(`${url}/files/cat/preview`)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(new Uint8Array(await response.arrayBuffer())).toStrictEqual(png)
  })

  it('sends each media type of one response', async () => {
    const csv = await fetch(`${url}/report?format=csv`)
    expect([csv.headers.get('content-type'), await csv.text()]).toStrictEqual([
      'text/csv; charset=utf-8',
      'files\n1\n',
    ])
    const json = await fetch(`${url}/report`)
    expect([json.headers.get('content-type'), await json.json()]).toStrictEqual([
      'application/json; charset=utf-8',
      [{ files: 1 }],
    ])
  })

  it('serves declared HEAD and OPTIONS', async () => {
    const head = await fetch(`${url}/files/cat`, { method: 'HEAD' })
    expect([head.status, head.headers.get('x-size')]).toStrictEqual([200, '6'])
    expect((await fetch(`${url}/files/dog`, { method: 'HEAD' })).status).toBe(404)
    const options = await fetch(`${url}/files`, { method: 'OPTIONS' })
    expect(await options.text()).toBe('Search with GET, add with POST')
  })

  it('reads arrays of the query and of headers', async () => {
    const response = await fetch(`${url}/files?tag=a&tag=b&ids=1,2`, { headers: { 'x-labels': 'old,grey' } })
    expect(await response.json()).toStrictEqual({ tags: ['a', 'b'], ids: [1, 2], labels: ['old', 'grey'] })
    const one = await fetch(`${url}/files?tag=a&ids=1`, { headers: { 'x-labels': 'old' } })
    expect(await one.json()).toStrictEqual({ tags: ['a'], ids: [1], labels: ['old'] })
  })

  it('judges items of arrays', async () => {
    const response = await fetch(`${url}/files?tag=a&tag=b&tag=c&tag=d&ids=1,x`, {
      headers: { 'x-labels': 'old,Grey' },
    })
    expect(await response.json()).toMatchObject({
      errors: [
        { in: 'query', at: 'tag' },
        { in: 'query', at: 'ids[1]' },
        { in: 'header', at: 'X-Labels[1]' },
      ],
    })
  })

  it('takes files and fields of a form', async () => {
    const image = new File([png], 'cat.png', { type: 'image/png' })
    const response = await upload({ title: 'A cat', rating: '5', image })
    expect([response.status, await response.json()]).toStrictEqual([
      201,
      { title: 'A cat', rating: 5, name: 'cat.png', mediaType: 'image/png', bytes: 6 },
    ])
  })

  it('judges fields of a form with files', async () => {
    const response = await upload({ title: '', rating: '6' })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      {
        errors: [
          { in: 'body', at: '', detail: "must have required property 'image'" },
          { in: 'body', at: 'title' },
          { in: 'body', at: 'rating', detail: 'must be <= 5' },
        ],
      },
    ])
  })

  it('limits the length of a whole form', async () => {
    const image = new File([new Uint8Array(5000)], 'cat.png')
    expect((await upload({ title: 'A cat', image })).status).toBe(413)
    const chunked = await sendRaw(
      url,
      'POST /files HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n' +
        'Content-Type: multipart/form-data; boundary=x\r\n\r\n5\r\n--x--\r\n0\r\n\r\n',
    )
    expect(chunked).toMatch(/^HTTP\/1.1 411 /)
  })

  it('rejects a form that is none', async () => {
    const response = await fetch(`${url}/files`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nA cat',
    })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { detail: 'Request body is not a valid form: Unexpected end of form' },
    ])
  })
})
