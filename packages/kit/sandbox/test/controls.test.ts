import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../src/index.ts'
import { petsDocument } from './pets.ts'
import { document } from './readme/pets.ts'
import { serveSandbox } from './serve.ts'

let started: Awaited<ReturnType<typeof startSandbox>>
let rex: Record<string, unknown>
beforeAll(async () => (started = await startSandbox({ document: petsDocument, port: 0 })))
afterAll(() => started.close())
beforeEach(async () => {
  await control('POST', 'reset')
  rex = (await send('POST', `${started.url}/pets`, { name: 'Rex' })).json
})

/** Sends a request with a JSON body, and reads a JSON response. */
async function send(method: string, url: string, body?: unknown) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { headers, body: JSON.stringify(body) }),
  })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}
const control = (method: string, path = '', body?: unknown) =>
  send(method, `${started.controlsUrl}${path && `/${path}`}`, body)
const listPets = async () => (await send('GET', `${started.url}/pets`)).json

describe('the controls', () => {
  it('say what there is', async () => {
    const overview = { title: 'Pets', items: { pet: 1 }, clock: { frozen: false } }
    expect((await control('GET')).json).toMatchObject(overview)
  })

  it('reset forgets items, and returns to real time', async () => {
    await control('PUT', 'clock', { now: '2001-02-03T04:05:06Z', frozen: true })
    expect((await control('POST', 'reset')).json).toMatchObject({
      items: { pet: 0 },
      clock: { frozen: false },
    })
    expect(await listPets()).toStrictEqual([])
  })

  it('restore a snapshot', async () => {
    const { json: snapshot } = await control('GET', 'snapshot')
    await control('POST', 'reset')
    await control('PUT', 'snapshot', snapshot)
    expect(await listPets()).toStrictEqual([rex])
  })

  it('take new items after a large snapshot is restored', async () => {
    await using from = await serveSandbox(document, { rules: { resources: { pet: { seed: 100 } } } })
    for (let count = 0; count < 5; count += 1) await from.send('POST', '/pets', { name: `Pet ${count}` })
    await using to = await serveSandbox(document)
    to.sandbox.restoreSnapshot(from.sandbox.takeSnapshot())
    expect(await to.send('POST', '/pets', { name: 'Rex' })).toMatchObject({ status: 201, json: { id: 106 } })
    expect(to.sandbox.countItems()).toStrictEqual({ pet: 106 })
  })

  it.each([
    ['PUT', 'snapshot', { items: [{}], clock: { now: 1 } }, 'The item 0 of the snapshot is not valid.'],
    ['PUT', 'snapshot', 7, 'The body must be a snapshot as returned by GET.'],
    ['PUT', 'clock', { now: 'tomorrow' }, '"now" must be a time such as 2030-01-31T12:00:00Z.'],
    ['PUT', 'clock', { frozen: 'yes' }, '"frozen" must be true or false.'],
    ['POST', 'clock/advance', { seconds: -1 }, '"seconds" must be a number above 0 and at most 315576000.'],
  ])('%s %s refuses %j, and changes nothing', async (method, path, body, title) => {
    expect(await control(method, path, body)).toStrictEqual({ status: 400, json: { title, status: 400 } })
    expect((await control('GET')).json).toMatchObject({ items: { pet: 1 }, clock: { frozen: false } })
  })

  it('move and stop the clock that dates follow', async () => {
    await control('PUT', 'clock', { now: '2030-01-31T12:00:00Z', frozen: true })
    const now = '2030-01-31T12:01:30.000Z'
    expect((await control('POST', 'clock/advance', { seconds: 90 })).json).toStrictEqual({
      now,
      frozen: true,
    })
    expect((await send('POST', `${started.url}/pets`, { name: 'Tom' })).json['createdAt']).toBe(now)
  })

  it('name an unknown control', async () => {
    const title = 'Unknown control GET /stock.'
    expect(await control('GET', 'stock')).toStrictEqual({ status: 404, json: { title, status: 404 } })
  })

  it('a taken port is told', async () => {
    const port = Number(new URL(started.url).port)
    await expect(startSandbox({ document: petsDocument, port })).rejects.toThrow(
      `127.0.0.1:${port} is in use; use another port.`,
    )
  })
})

describe('a page of another origin', () => {
  const origin = 'http://127.0.0.1:5173'
  const call = (url: string, method: string, headers = {}) =>
    fetch(url, { method, headers: { origin, ...headers } })

  it('may call the operations', async () => {
    const preflight = await call(`${started.url}/pets`, 'OPTIONS', {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
    const response = await call(`${started.url}/pets`, 'GET')
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  })

  it('may not use the controls', async () => {
    const response = await call(`${started.controlsUrl}/reset`, 'POST')
    expect([response.status, response.headers.get('access-control-allow-origin')]).toStrictEqual([403, null])
  })

  it('that asks for nothing gets what the document says of OPTIONS', async () => {
    const response = await call(`${started.url}/pets`, 'OPTIONS')
    expect(response.headers.get('allow')).toBe('POST, GET, HEAD, OPTIONS')
  })
})
