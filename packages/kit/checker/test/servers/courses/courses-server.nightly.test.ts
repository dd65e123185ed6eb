import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createProbeClient } from '../kernel/create-probe-client.ts'
import { openServer } from '../kernel/open-server.ts'
import type { ProbeClient } from '../kernel/probe-client.ts'
import { courses } from './courses-server.ts'
import {
  asOtherStudent,
  asRegistrarByToken,
  asStudent,
  at,
  changing,
  course,
  enrollment,
  replacing,
  section,
  term,
  whatever,
  writing,
} from './samples.ts'

const open = (): ProbeClient => createProbeClient(openServer(courses), courses.credentials).send

const tagOf = async (send: ProbeClient, target: string): Promise<string> =>
  (await send('GET', target)).headers.get('etag') ?? ''

const slugsOf = async (send: ProbeClient, query: string): Promise<readonly string[]> => {
  const { json } = await send('GET', `/courses?${query}`)
  return (json as unknown as readonly { readonly slug: string }[]).map(({ slug }) => slug)
}

describe('courses', () => {
  test('keeps what it is sent, fills in defaults and hides what is only written', async () => {
    const send = open()
    const sent = { ...course, title: ' Ω 🎓\0 ', internalNote: 'Hush.', 'x-campus': '<b>', description: null }
    const made = await send('PUT', '/courses/topology', { json: { ...sent, slug: 'x1', revision: 99 } })
    const read = await send('GET', '/courses/topology')
    const { internalNote: _, ...shown } = sent
    expect([made.status, made.headers.get('location')]).toEqual([201, '/catalog/courses/topology'])
    expect(read.json).toEqual(made.json)
    expect(read.json).toMatchObject({ ...shown, slug: 'topology', revision: 6, level: 1, language: 'en' })
    expect(read.json).not.toHaveProperty('internalNote')
    expect(read.headers.get('etag')).toBe(made.headers.get('etag'))
  })

  test.each([
    [{ tuition: 0.1, materials: 0.2, currency: 'EUR' }, 0.3],
    [{ tuition: 120.5, currency: 'SEK' }, 120.5],
  ])('adds up the fee %j', async (fee, total) => {
    const made = await open()('PUT', '/courses/topology', { json: { ...course, fee } })
    expect(made.json.fee).toEqual({ materials: 0, ...fee, total })
  })

  test.each([
    ['a replacement without a condition', {}, 428],
    ['one of any state', { 'if-match': '*' }, 200],
    ['a stale one', { 'if-match': '"stale"' }, 412],
    ['what is only to be created', { 'if-none-match': '*' }, 412],
    ['an unless that does not apply', { 'if-none-match': '"stale"' }, 200],
    ['a condition of no form', { 'if-match': 'stale' }, 400],
  ])('answers %s of a course', async (_what, headers, status) => {
    expect((await open()('PUT', at.course, { json: course, headers })).status).toBe(status)
  })

  test('compares strongly for writes, weakly for reads', async () => {
    const send = open()
    const tag = await tagOf(send, at.course)
    const read = await send('GET', at.course, { headers: { 'if-none-match': `"a", W/${tag}` } })
    const weak = await send('PATCH', at.course, changing({ level: 2 }, { 'if-match': `W/${tag}` }))
    const strong = await send('PATCH', at.course, changing({ level: 2 }, { 'if-match': `"a", ${tag}` }))
    expect([read.status, read.text, weak.status, strong.status]).toEqual([304, '', 412, 200])
    expect(strong.headers.get('etag')).not.toBe(tag)
  })

  test('replaces the whole, and nothing twice', async () => {
    const send = open()
    const first = await send('PUT', at.course, replacing(course))
    const second = await send('PUT', at.course, replacing(course))
    expect(first.json).not.toHaveProperty('description')
    expect(first.json).not.toHaveProperty('x-campus')
    expect(second.json).toEqual(first.json)
  })

  test('merges nested members, replaces lists and removes by null', async () => {
    const changed = await open()(
      'PATCH',
      at.course,
      changing({
        level: null,
        description: null,
        tags: ['matrix'],
        contact: { office: null, hours: { fri: ['09:00', '10:00'] } },
        fee: { materials: null },
      }),
    )
    expect(changed.json).toMatchObject({
      level: 1,
      title: 'Linear algebra',
      tags: ['matrix'],
      'x-campus': 'main',
      fee: { materials: 0, total: 100.1 },
      contact: { hours: { mon: ['09:00', '10:00'], fri: ['09:00', '10:00'] } },
    })
    expect(changed.json).not.toHaveProperty('description')
    expect(changed.json.contact).not.toHaveProperty('office')
  })

  test('refuses a change after which the course would not be whole', async () => {
    const send = open()
    const before = (await send('GET', at.course)).json
    for (const json of [{ delivery: 'online' }, { prerequisiteNote: 'None.' }, { title: 'X', fee: null }])
      expect((await send('PATCH', at.course, changing(json))).status).toBe('fee' in json ? 200 : 409)
    expect((await send('GET', at.course)).json).toMatchObject({ title: 'X', slug: before.slug })
  })

  test('deletes a course with all that is below it', async () => {
    const send = open()
    expect((await send('DELETE', at.course, whatever)).status).toBe(204)
    const targets = [at.course, at.syllabus, at.sections, at.section, at.enrollments, at.enrollment]
    for (const target of targets) expect((await send('GET', target)).status).toBe(404)
    await send('PUT', at.course, { json: course })
    expect((await send('GET', at.section)).status).toBe(404)
    expect((await send('POST', at.sections, { json: section })).json.number).toBe(3)
  })

  test.each([
    [
      'sort=credits&per_page=20',
      ['choral-singing', 'modern-history', 'contract-law', 'linear-algebra', 'quantum-mechanics'],
    ],
    ['sort=-title&per_page=2', ['quantum-mechanics', 'modern-history']],
    ['subject=law&subject=music', ['choral-singing', 'contract-law']],
    ['tags=seed,lab', ['quantum-mechanics']],
    ['credits[min]=7.5&credits[max]=9', ['modern-history', 'contract-law']],
    ['page=9', []],
  ])('lists courses by %s', async (query, slugs) => {
    expect(await slugsOf(open(), query)).toEqual(slugs)
  })

  test('links each page to those beside it', async () => {
    const send = open()
    const { headers } = await send('GET', '/courses?tags=seed&per_page=2&page=2')
    const list = '/catalog/courses?tags=seed&per_page=2'
    expect(headers.get('link')).toBe(`<${list}&page=3>; rel="next", <${list}&page=1>; rel="prev"`)
    expect(headers.get('x-total-count')).toBe('5')
  })

  test('tells when the list was changed', async () => {
    const send = open()
    const since = async (time: string): Promise<number> =>
      (await send('GET', '/courses', { headers: { 'if-modified-since': time } })).status
    const time = (await send('GET', '/courses')).headers.get('last-modified') ?? ''
    expect(await since(time)).toBe(304)
    expect(await since('yesterday')).toBe(200)
    await send('PATCH', at.course, changing({ level: 2 }))
    expect(await since(time)).toBe(200)
  })

  test('keeps a syllabus to the letter', async () => {
    const send = open()
    const written = await send('PUT', at.syllabus, writing('  # Ω\r\n\0 '))
    const read = await send('GET', at.syllabus)
    expect([written.status, read.text]).toEqual([204, '  # Ω\r\n\0 '])
    expect(read.headers.get('etag')).toBe(written.headers.get('etag'))
    expect((await send('GET', at.syllabus, { headers: { accept: 'text/html' } })).status).toBe(406)
  })

  test('keeps terms, with the offsets of their times', async () => {
    const send = open()
    const registration = ['2026-11-01T08:00:00+02:00', '2027-01-10T20:00:00.5-05:00']
    const made = await send('PUT', '/terms/2027-spring', { json: { ...term, registration } })
    expect(made.json).toEqual({ term: '2027-spring', ...term, registration, isPublic: true })
    expect((await send('GET', '/terms')).json).toMatchObject([{}, {}, made.json])
  })

  test('numbers sections, never twice', async () => {
    const send = open()
    const made = await send('POST', at.sections, { json: { ...section, number: 77, assistant: null } })
    await send('DELETE', `${at.sections}/3`, whatever)
    const next = await send('POST', at.sections, { json: section })
    expect(made.headers.get('location')).toBe(`/catalog${at.sections}/3`)
    expect(made.json).toMatchObject({ number: 3, enrolled: 0, capacity: 30, status: 'open', assistant: null })
    expect(next.json.number).toBe(4)
  })

  test('answers the same key alike, and refuses it for another body', async () => {
    const send = open()
    const headers = { 'idempotency-key': 'key-0001' }
    const [first, again] = [
      await send('POST', at.sections, { json: section, headers }),
      await send('POST', at.sections, { json: section, headers }),
    ]
    const other = await send('POST', at.sections, { json: { ...section, teacher: 'Bo' }, headers })
    expect([again.status, again.json, other.status]).toEqual([201, first.json, 409])
  })

  test('writes sections as CSV', async () => {
    const send = open()
    await send('POST', at.sections, { json: { ...section, teacher: 'Noor "N", Li' } })
    const { text } = await send('GET', at.sections, { headers: { accept: 'text/csv' } })
    expect(text.split('\r\n').at(-2)).toBe('3,"Noor ""N"", Li",30,0')
  })

  test('gives as many seats as there are', async () => {
    const send = open()
    const tag = await tagOf(send, at.section)
    const third = await send('PUT', at.newEnrollment, { json: enrollment })
    const fourth = await send('PUT', at.newEnrollment.replace('3', '4'), { json: enrollment })
    const fewer = await send('PATCH', at.section, changing({ capacity: 2 }))
    expect([third.status, fourth.status, fewer.status]).toEqual([201, 409, 409])
    expect(third.headers.get('location')).toBe(`/catalog${at.newEnrollment}`)
    const read = await send('GET', at.section)
    expect(read.json).toMatchObject({ enrolled: 3, capacity: 3 })
    expect(read.headers.get('etag')).not.toBe(tag)
  })

  test.each([
    ['GET', at.enrollment, asStudent, 200],
    ['GET', at.enrollment, asOtherStudent, 403],
    ['GET', at.newEnrollment, asOtherStudent, 403],
    ['DELETE', at.enrollment, asOtherStudent, 403],
    ['DELETE', at.enrollment, asStudent, 204],
    ['DELETE', at.section, asStudent, 403],
    ['DELETE', at.section, asRegistrarByToken, 204],
    ['DELETE', at.section, { authorization: 'Bearer reg7f3a' }, 401],
    ['DELETE', at.section, { authorization: 'Bearer Reg7f3aX' }, 401],
    ['DELETE', at.section, { authorization: 'Basic cmVnaXN0cmFyOmxlZGdlcg==' }, 401],
    ['DELETE', at.section, { authorization: '' }, 401],
  ])('answers %s %s by %j with %i', async (method, target, credentials, status) => {
    const headers = { 'if-match': '*', ...credentials }
    expect((await open()(method, target, { headers })).status).toBe(status)
  })

  test('lets students see and grade as they may', async () => {
    const send = open()
    const seen = await send('GET', at.enrollments, { headers: asStudent })
    const graded = await send('PUT', at.enrollment, replacing({ ...enrollment, grade: 'A' }, asStudent))
    const changed = await send('PUT', at.enrollment, replacing({ ...enrollment, grade: null }, asStudent))
    expect([seen.headers.get('x-total-count'), graded.status, changed.status]).toEqual(['1', 403, 200])
  })

  test.each([
    ['GET', '/courses?credits[least]=1', 400],
    ['GET', '/courses?sort=', 400],
    ['GET', '/courses?page=1&page=2', 400],
    ['GET', '/courses/Topology', 400],
    ['GET', '/terms/2031-fall/courses/linear-algebra/sections', 404],
    ['GET', '/terms/2026-fall/courses/contract-law/sections/1', 404],
    ['DELETE', '/courses', 405],
    ['GET', '/nowhere', 404],
  ])('answers %s %s with %i', async (method, target, status) => {
    const answer = await open()(method, target)
    expect([answer.status, answer.json.status]).toEqual([status, status])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  test('points at what is wrong in a body', async () => {
    const refused = await open()('PUT', '/courses/topology', { json: { ...course, contact: { email: 'x' } } })
    expect(refused.json.errors?.[0]).toMatchObject({ pointer: '/contact/email' })
  })

  test.each([
    [80, 201],
    [81, 422],
  ])('measures titles by code points: %i', async (length, status) => {
    const json = { ...course, title: '🎓'.repeat(length) }
    expect((await open()('PUT', '/courses/topology', { json })).status).toBe(status)
  })

  test.each([
    ['answers-are-gzipped', 'gzip', gunzipSync],
    ['answers-are-in-brotli', 'br', brotliDecompressSync],
    ['answers-are-deflated', 'deflate', inflateSync],
  ] as const)('where %s, tags and contents stay right', async (deviation, coding, decompress) => {
    const server = openServer(courses, { deviation })
    const { send } = createProbeClient(server, courses.credentials)
    const headers = { ...courses.credentials, 'accept-encoding': coding }
    const packed = await server.fetch(new Request(`${server.url}${at.course}`, { headers }))
    const unpacked = JSON.parse(decompress(new Uint8Array(await packed.arrayBuffer())).toString()) as unknown
    const tag = packed.headers.get('etag') ?? ''
    expect(packed.headers.get('content-encoding')).toBe(coding)
    expect(unpacked).toEqual((await send('GET', at.course)).json)
    const unchanged = await send('GET', at.course, {
      headers: { 'accept-encoding': coding, 'if-none-match': tag },
    })
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, tag])
    expect((await send('PATCH', at.course, changing({ level: 2 }, { 'if-match': tag }))).status).toBe(200)
  })
})
