import { describe, expect, test } from 'vitest'
import { createProbeClient } from '../kernel/create-probe-client.ts'
import { openServer } from '../kernel/open-server.ts'
import type { ProbeClient } from '../kernel/probe-client.ts'
import { library } from './library-server.ts'
import { audioBook, author, book, copy, member, seeded, streamed } from './samples.ts'

const open = (): ProbeClient => createProbeClient(openServer(library), library.credentials).send

const lend = async (send: ProbeClient): Promise<string> => {
  const made = await send('POST', `/books/${seeded.book}/copies`, { json: copy })
  const json = { copyId: made.json.id, memberId: seeded.member, dueOn: '2025-03-01' }
  const lent = await send('POST', '/loans', { json, headers: { 'x-desk': 'desk-12', cookie: 'till=back' } })
  return `${lent.json.id}`
}

describe('library', () => {
  test('keeps what it is sent and fills in defaults', async () => {
    const send = open()
    const made = await send('POST', '/books', { json: audioBook })
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`/v1/books/${made.json.id}`)
    const read = await send('GET', `/books/${made.json.id}`)
    expect(read.json).toMatchObject({ ...audioBook, restricted: false, version: 1 })
  })

  test('replaces all and counts a version', async () => {
    const send = open()
    await send('PUT', `/books/${seeded.book}`, { json: { ...book, tags: ['geese'] } })
    const replaced = await send('PUT', `/books/${seeded.book}`, { json: book })
    expect(replaced.json).toMatchObject({ ...book, version: 3 })
    expect(replaced.json).not.toHaveProperty('tags')
  })

  test('merges a patch and removes what is null', async () => {
    const send = open()
    const headers = { 'content-type': 'application/merge-patch+json' }
    const path = `/books/${seeded.book}`
    await send('PATCH', path, { json: { ratings: { critics: 4, readers: 3 }, tags: null }, headers })
    const patched = await send('PATCH', path, { json: { ratings: { readers: null } }, headers })
    expect(patched.json).toMatchObject({ title: 'Volume 1', ratings: { critics: 4 } })
    expect(patched.json).not.toHaveProperty('tags')
  })

  test('refuses a sixth rating that a patch would bring', async () => {
    const send = open()
    const headers = { 'content-type': 'application/merge-patch+json' }
    const path = `/books/${seeded.book}`
    await send('PATCH', path, { json: { ratings: { aa: 1, bb: 1, cc: 1, dd: 1, ee: 1 } }, headers })
    expect((await send('PATCH', path, { json: { ratings: { ff: 1 } }, headers })).status).toBe(409)
  })

  test('knows nothing of what was removed', async () => {
    const send = open()
    expect((await send('DELETE', `/authors/${seeded.author}`)).status).toBe(204)
    expect((await send('GET', `/authors/${seeded.author}`)).status).toBe(404)
    expect((await send('DELETE', `/authors/${seeded.author}`)).status).toBe(404)
    expect((await send('GET', '/authors?size=50')).headers.get('x-total-count')).toBe('6')
  })

  test('gives pages by number', async () => {
    const send = open()
    const first = await send('GET', '/authors')
    const second = await send('GET', '/authors?page=2&sort=name')
    expect([first.json.items?.length, second.json.items?.length]).toEqual([5, 2])
    expect(second.json.items).toMatchObject([{ name: 'Finn Dal' }, { name: 'Gro Vik' }])
  })

  test('gives pages by cursor', async () => {
    const send = open()
    const first = await send('GET', '/books?limit=2')
    const second = await send('GET', `/books?limit=2&cursor=${first.json.nextCursor}`)
    expect([first.json.items?.length, second.json.items?.length]).toEqual([2, 1])
    expect(second.json.nextCursor).toBeNull()
  })

  test.each([
    ['language=de', 1],
    ['genre=poetry,fiction', 3],
    ['tag=seed%7Cgeese', 3],
    ['tag=seed|geese', 3],
    ['published%5Bfrom%5D=2001-01-01&published[to]=2001-12-31', 1],
    ['restricted=true', 0],
  ])('finds books by %s', async (query, count) => {
    expect((await open()('GET', `/books?${query}`)).json.items).toHaveLength(count)
  })

  test('finds loans by what stands in a JSON parameter', async () => {
    const send = open()
    await lend(send)
    const where = encodeURIComponent(JSON.stringify({ memberId: seeded.member }))
    expect((await send('GET', `/loans?where=${where}&status=open&status=returned`)).json.items).toHaveLength(
      1,
    )
    expect((await send('GET', `/loans?where=${where}&status=returned`)).json.items).toHaveLength(0)
  })

  test('lends a copy once and takes it back once', async () => {
    const send = open()
    const id = await lend(send)
    expect((await send('DELETE', `/books/${seeded.book}`)).status).toBe(409)
    const returned = await send('POST', `/loans/${id}/return`, { json: { condition: 'worn', fine: 1.35 } })
    expect(returned.json).toMatchObject({ status: 'returned', condition: 'worn', fine: 1.35 })
    expect((await send('POST', `/loans/${id}/return`)).status).toBe(409)
    expect((await send('DELETE', `/books/${seeded.book}`)).status).toBe(204)
  })

  test('reads lists in path, header and cookie', async () => {
    const headers = { 'x-branches': 'cen, sou', cookie: 'till=front; locale=de' }
    const hours = await open()('GET', '/opening-hours/mon,sat?from=10&to=16', { headers })
    expect(hours.headers.get('content-language')).toBe('de')
    expect(hours.json.days?.[1]).toEqual({
      day: 'sat',
      label: 'Samstag',
      opens: 10,
      closes: 16,
      branches: ['cen', 'sou'],
    })
  })

  test.each([
    ['GET', '/books?limit=0', 400],
    ['GET', '/books?limit=1.0', 400],
    ['GET', '/books?limit=1&limit=2', 400],
    ['GET', '/books?published[day]=2001-01-01', 400],
    ['GET', '/books?tag=seed,geese', 400],
    ['GET', '/loans?where=%7B', 400],
    ['GET', '/books/seven', 400],
    ['GET', `/books/${seeded.author}`, 404],
    ['GET', '/opening-hours/mon,mon', 400],
    ['GET', '/nowhere', 404],
    ['GET', '/books/', 404],
    ['PUT', '/members', 405],
    ['PATCH', '/members', 405],
  ])('answers %s %s with %i', async (method, target, status) => {
    const answer = await open()(method, target)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(Number(answer.json.status)).toBe(status)
  })

  test.each([
    ['a property too many', { ...book, colour: 'red' }],
    ['a title too long', { ...book, title: 'x'.repeat(121) }],
    ['a tuple too short', { ...book, dimensions: [1, 2] }],
    ['a bitrate not listed', streamed({ bitrate: 100 })],
    ['a price in tenths of cents', { ...book, price: 1.005 }],
    ['a day that does not exist', { ...book, publishedOn: '2023-02-29' }],
    ['no edition', { ...book, edition: undefined }],
    ['two kinds of edition at once', { ...book, edition: { ...book.edition, formats: ['pdf'] } }],
  ])('refuses a book with %s', async (_what, json) => {
    expect((await open()('POST', '/books', { json })).status).toBe(422)
  })

  test.each([
    ['the longest title', { ...book, title: '𝄞'.repeat(120) }],
    ['a price of one cent', { ...book, price: 0.01 }],
    ['an odd price', { ...book, price: 9999.99 }],
    ['nothing where null may be', { ...book, subtitle: null, authorId: null }],
    ['a leap day', { ...book, publishedOn: '2024-02-29' }],
    ['an empty map', { ...book, ratings: {} }],
  ])('takes a book with %s', async (_what, json) => {
    expect((await open()('POST', '/books', { json })).status).toBe(201)
  })

  test('refuses an author whom nobody knows', async () => {
    expect((await open()('POST', '/books', { json: { ...book, authorId: seeded.book } })).status).toBe(409)
  })

  test('overlooks what only the server sets', async () => {
    const made = await open()('POST', '/authors', { json: { ...author, id: 'mine', createdAt: 5 } })
    expect(made.status).toBe(201)
    expect(made.json.id).not.toBe('mine')
  })

  test('never tells a password', async () => {
    const send = open()
    const made = await send('POST', '/members', { json: member })
    const read = await send('GET', `/members/${made.json.id}`)
    const list = await send('GET', '/members')
    expect([made.text, read.text, list.text].some((text) => text.includes('password'))).toBe(false)
    expect((await send('POST', '/members', { json: { ...member, email: 'PIA@example.org' } })).status).toBe(
      409,
    )
  })

  test('asks strangers to sign in', async () => {
    const send = open()
    const stranger = await send('POST', '/books', { json: book, anonymous: true })
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="library"',
    ])
    const impostor = await send('POST', '/books', { json: book, headers: { authorization: 'Bearer me' } })
    expect(impostor.status).toBe(401)
  })

  test('refuses media types that it neither takes nor gives', async () => {
    const send = open()
    const html = await send('GET', '/books', { headers: { accept: 'text/html, application/*;q=0' } })
    const text = await send('POST', '/books', { json: book, headers: { 'content-type': 'text/plain' } })
    const broken = await send('POST', '/books', {
      body: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect([html.status, text.status, broken.status]).toEqual([406, 415, 400])
  })

  test('answers HEAD as GET without content', async () => {
    const send = open()
    const get = await send('GET', `/books/${seeded.book}`)
    const head = await send('HEAD', `/books/${seeded.book}`)
    expect(head.text).toBe('')
    expect(head.headers.get('content-length')).toBe(String(new TextEncoder().encode(get.text).length))
    expect(head.headers.get('content-type')).toBe('application/json')
  })

  test('tells which methods a path has', async () => {
    const send = open()
    const options = await send('OPTIONS', `/books/${seeded.book}`)
    const trace = await send('QUERY', `/books/${seeded.book}`)
    const methods = 'GET, PUT, DELETE, PATCH, HEAD, OPTIONS'
    expect([options.status, options.headers.get('allow')]).toEqual([204, methods])
    expect([trace.status, trace.headers.get('allow')]).toEqual([405, methods])
  })

  test('forgets everything on a reset', async () => {
    const server = openServer(library)
    const { send } = createProbeClient(server, library.credentials)
    const first = await send('POST', '/books', { json: book })
    server.reset()
    expect((await send('POST', '/books', { json: book })).text).toBe(first.text)
  })
})
