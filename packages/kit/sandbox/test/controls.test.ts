import { describe, expect, it } from 'vitest'
import { startSandbox } from '../src/index.ts'
import { petsDocument } from './pets.ts'
import { document } from './readme/pets.ts'
import { serveSandbox } from './serve.ts'

/** Sends a request with a JSON body, and reads a JSON response. */
async function send(method: string, url: string, body?: unknown) {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}

const start = () => startSandbox({ document: petsDocument, port: 0 })

describe('the controls', () => {
  it('say what there is', async () => {
    const { url, controlsUrl, close } = await start()
    await send('POST', `${url}/pets`, { name: 'Rex' })
    const overview = await send('GET', controlsUrl)
    expect(overview.json).toMatchObject({ title: 'Pets', items: { pet: 1 }, clock: { frozen: false } })
    await close()
  })

  it('reset forgets items, and returns to real time', async () => {
    const { url, controlsUrl, close } = await start()
    await send('POST', `${url}/pets`, { name: 'Rex' })
    await send('PUT', `${controlsUrl}/clock`, { now: '2001-02-03T04:05:06Z', frozen: true })
    const reset = await send('POST', `${controlsUrl}/reset`)
    expect(reset.json).toMatchObject({ items: { pet: 0 }, clock: { frozen: false } })
    expect((await send('GET', `${url}/pets`)).json).toStrictEqual([])
    await close()
  })

  it('restore a snapshot', async () => {
    const { url, controlsUrl, close } = await start()
    const { json: rex } = await send('POST', `${url}/pets`, { name: 'Rex' })
    const { json: snapshot } = await send('GET', `${controlsUrl}/snapshot`)
    await send('POST', `${controlsUrl}/reset`)
    await send('PUT', `${controlsUrl}/snapshot`, snapshot)
    expect((await send('GET', `${url}/pets`)).json).toStrictEqual([rex])
    await close()
  })

  it('take new items after a large snapshot is restored', async () => {
    await using from = await serveSandbox(document, { rules: { resources: { pet: { seed: 1000 } } } })
    for (let count = 0; count < 50; count += 1) await from.send('POST', '/pets', { name: `Pet ${count}` })
    await using to = await serveSandbox(document)
    to.sandbox.restoreSnapshot(from.sandbox.takeSnapshot())
    expect(await to.send('POST', '/pets', { name: 'Rex' })).toMatchObject({ status: 201, json: { id: 1051 } })
    expect(to.sandbox.countItems()).toStrictEqual({ pet: 1051 })
  })

  it.each([
    [
      'PUT',
      'snapshot',
      { items: [{}], clock: { now: 1 } },
      'The item 0 of the snapshot is not one that a sandbox made.',
    ],
    ['PUT', 'snapshot', 7, 'The body must be a snapshot, as GET returns it.'],
    ['PUT', 'clock', { now: 'tomorrow' }, '"now" must be a moment such as 2030-01-31T12:00:00Z.'],
    ['PUT', 'clock', { frozen: 'yes' }, '"frozen" must be true or false.'],
    ['POST', 'clock/advance', { seconds: -1 }, '"seconds" must be a number above 0 and at most 315576000.'],
  ])('%s %s refuses %j, and changes nothing', async (method, control, body, title) => {
    const { url, controlsUrl, close } = await start()
    await send('POST', `${url}/pets`, { name: 'Rex' })
    const refused = await send(method, `${controlsUrl}/${control}`, body)
    expect(refused).toStrictEqual({ status: 400, json: { title, status: 400 } })
    expect((await send('GET', controlsUrl)).json).toMatchObject({
      items: { pet: 1 },
      clock: { frozen: false },
    })
    await close()
  })

  it('move and stop the clock that dates follow', async () => {
    const { url, controlsUrl, close } = await start()
    await send('PUT', `${controlsUrl}/clock`, { now: '2030-01-31T12:00:00Z', frozen: true })
    const moved = await send('POST', `${controlsUrl}/clock/advance`, { seconds: 90 })
    expect(moved.json).toStrictEqual({ now: '2030-01-31T12:01:30.000Z', frozen: true })
    const { json: rex } = await send('POST', `${url}/pets`, { name: 'Rex' })
    expect(rex['createdAt']).toBe('2030-01-31T12:01:30.000Z')
    await close()
  })

  it('name an unknown control', async () => {
    const { controlsUrl, close } = await start()
    expect(await send('GET', `${controlsUrl}/stock`)).toStrictEqual({
      status: 404,
      json: { title: 'There is no control GET /stock.', status: 404 },
    })
    await close()
  })

  it('a taken port is told', async () => {
    const { url, close } = await start()
    const port = Number(new URL(url).port)
    await expect(startSandbox({ document: petsDocument, port })).rejects.toThrow(
      `127.0.0.1:${port} is in use; name another port.`,
    )
    await close()
  })
})

describe('a page of another origin', () => {
  const origin = 'http://127.0.0.1:5173'

  it('may call the operations', async () => {
    const { url, close } = await start()
    const preflight = await fetch(`${url}/pets`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
    const response = await fetch(`${url}/pets`, { headers: { origin } })
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    await close()
  })

  it('may not use the controls', async () => {
    const { controlsUrl, close } = await start()
    const response = await fetch(`${controlsUrl}/reset`, { method: 'POST', headers: { origin } })
    expect(response.status).toBe(403)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    await close()
  })

  it('that asks for nothing gets what the document says of OPTIONS', async () => {
    const { url, close } = await start()
    const response = await fetch(`${url}/pets`, { method: 'OPTIONS', headers: { origin } })
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS')
    await close()
  })
})
