import express from 'express'
import { beforeAll, describe, expect, it } from 'vitest'
import { contractRouter, type ErrorMapper, RequestError } from '../../../src/index.ts'
import { readDocument } from '../read-document.ts'
import { startSuite } from '../../service.ts'
import { createLibrary } from './handlers.ts'

const errors: ErrorMapper = (error) => {
  if (!(error instanceof RequestError)) return { status: 500, body: { error_code: 'internal_error' } }
  const fields = error.problems.map((problem) => `${problem.in} ${problem.at} ${problem.message}`)
  return { status: error.status, headers: error.headers, body: { error_code: error.code, fields } }
}

const suite = startSuite()
let url: string

beforeAll(async () => {
  const router = await contractRouter({
    document: readDocument('library'),
    handlers: createLibrary(),
    errors,
  })
  url = `${await suite.listen(express().use(router))}/api/v2`
})

const ask = async (path: string, init?: RequestInit): Promise<readonly [number, unknown]> => {
  const response = await fetch(url + path, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return [response.status, isJson ? JSON.parse(text) : text]
}
const sendJson = (path: string, body: unknown) =>
  ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const putNote = (body: string) =>
  ask('/books/1/note', { method: 'PUT', headers: { 'content-type': 'text/plain' }, body })
const sendForm = (fields: string) =>
  ask('/loans', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fields,
  })

describe('a library in OpenAPI 3.0', () => {
  const emma = { id: 1, title: 'Emma', subtitle: null }
  const ulysses = { id: 2, title: 'Ulysses', subtitle: 'A novel' }

  it('fills defaults of the query', async () => {
    expect(await ask('/books')).toStrictEqual([200, [emma, ulysses]])
    expect(await ask('/books?sort_by=-title&limit=1')).toStrictEqual([200, [ulysses]])
  })

  it('reads deep objects of the query', async () => {
    expect(await ask('/books?published[from]=2')).toStrictEqual([200, [ulysses]])
    expect(await ask('/books?published[from]=soon')).toStrictEqual([
      400,
      { error_code: 'validation_failed', fields: ['query published.from must be integer'] },
    ])
  })

  it('reads path-level parameters as numbers', async () => {
    expect(await ask('/books/1')).toStrictEqual([200, emma])
    expect(await ask('/books/one')).toStrictEqual([
      400,
      { error_code: 'validation_failed', fields: ['path book_id must be integer'] },
    ])
  })

  it('matches a literal before a parameter', async () => {
    expect(await ask('/books/featured')).toStrictEqual([200, emma])
  })

  it('sends statuses of a declared range', async () => {
    expect(await ask('/books/77')).toStrictEqual([404, { error_code: 'unknown_book' }])
  })

  it('sends statuses of the default response', async () => {
    const init = { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'x' }
    expect(await ask('/books/77/note', init)).toStrictEqual([404, { error_code: 'unknown_book' }])
  })

  it('takes each member of a union', async () => {
    const printed = { kind: 'printed', title: 'Dune', subtitle: null, pages: 412 }
    expect(await sendJson('/books', printed)).toStrictEqual([201, { id: 3, title: 'Dune', subtitle: null }])
    expect(await sendJson('/books', { kind: 'audio', title: 'Dune', minutes: 9 })).toStrictEqual([
      422,
      { error_code: 'no_audio_of_9' },
    ])
  })

  it('rejects what no member of a union allows', async () => {
    expect(await sendJson('/books', { kind: 'printed', title: 'Dune', pages: 0 })).toMatchObject([
      400,
      { fields: expect.arrayContaining(['body pages must be > 0']) },
    ])
    expect(await sendJson('/books', [])).toMatchObject([400, { error_code: 'validation_failed' }])
  })

  it('serves text in both directions', async () => {
    expect(await putNote(' Très bien ')).toStrictEqual([200, 'Très bien'])
    expect(await putNote('x'.repeat(41))).toStrictEqual([
      400,
      { error_code: 'validation_failed', fields: ['body  must NOT have more than 40 characters'] },
    ])
  })

  it('reads fields of a form by their types', async () => {
    expect(await sendForm('book_id=1&days=14&reminders=email')).toStrictEqual([
      201,
      { book_id: 1, days: 14, reminders: ['email'], is_renewal: false },
    ])
    expect(await sendForm('book_id=1&days=14&reminders=email&reminders=sms&is_renewal=true')).toStrictEqual([
      201,
      { book_id: 1, days: 14, reminders: ['email', 'sms'], is_renewal: true },
    ])
  })

  it('rejects wrong fields of a form', async () => {
    expect(await sendForm('book_id=first&days=29')).toStrictEqual([
      400,
      {
        error_code: 'validation_failed',
        fields: ['body book_id must be integer', 'body days must be <= 28'],
      },
    ])
  })

  it('lets paths outside its server prefix fall through', async () => {
    expect((await fetch(url.replace('/api/v2', '/books'))).status).toBe(404)
  })
})
