import { describe, expect, it } from 'vitest'
import { createLane } from './lane.ts'
import { toRequestText } from './request-text.ts'
import { runLoad } from './run-load.ts'
import { serve } from './serve.fixture.ts'

const identity = { appId: 'demo-app', token: 'a.b.c' }
const laneTo = (path: string, status = 200) =>
  createLane([{ text: toRequestText({ method: 'GET', path }, identity), status, times: 1 }])

describe('runLoad', () => {
  it('sends so many requests, over every connection', async () => {
    const paths = new Map<string, number>()
    const port = await serve(({ url = '' }, response) => {
      paths.set(url, (paths.get(url) ?? 0) + 1)
      response.end('{}')
    })
    const result = await runLoad([laneTo('/a'), laneTo('/b')], { ports: [port], until: { requests: 50 } })
    expect(result).toMatchObject({ failures: 0, firstFailure: undefined })
    expect(result.requests).toBe((paths.get('/a') ?? 0) + (paths.get('/b') ?? 0))
    expect(result.requests).toBeGreaterThanOrEqual(50)
    expect(result.requests).toBeLessThanOrEqual(51)
    expect([...paths.keys()].toSorted()).toStrictEqual(['/a', '/b'])
  })

  it('sends the steps of a connection in their order', async () => {
    const seen: string[] = []
    const port = await serve(({ url = '' }, response) => {
      seen.push(url)
      response.end('{}')
    })
    const steps = ['/a', '/b'].map((path) => ({
      text: toRequestText({ method: 'GET', path }, identity),
      status: 200,
      times: 1,
    }))
    const lane = createLane(steps)
    await runLoad([lane], { ports: [port], until: { requests: 3 } })
    // The next job continues where this one stopped.
    await runLoad([lane], { ports: [port], until: { requests: 1 } })
    expect(seen).toStrictEqual(['/a', '/b', '/a', '/b'])
  })

  it('has one request in flight on a connection', async () => {
    let open = 0
    let most = 0
    const port = await serve((_request, response) => {
      open += 1
      most = Math.max(most, open)
      setImmediate(() => {
        open -= 1
        response.end('{}')
      })
    })
    const lanes = [laneTo('/'), laneTo('/'), laneTo('/')]
    await runLoad(lanes, { ports: [port], until: { requests: 60 } })
    expect(most).toBeLessThanOrEqual(3)
  })

  it('counts answers of another status, and shows the first', async () => {
    const port = await serve((_request, response) =>
      response.writeHead(500, { 'content-length': 6 }).end('broken'),
    )
    const { requests, failures, firstFailure } = await runLoad([laneTo('/x')], {
      ports: [port],
      until: { requests: 3 },
    })
    expect([requests, failures]).toStrictEqual([3, 3])
    expect(firstFailure).toMatch(/^GET \/x HTTP\/1\.1: HTTP\/1\.1 500 [^]*broken$/)
  })

  it('ends when its time is over', async () => {
    const port = await serve((_request, response) => response.end('{}'))
    const { requests, perSecond, p50Us, p99Us } = await runLoad([laneTo('/')], {
      ports: [port],
      until: { seconds: 0.05 },
    })
    expect(requests).toBeGreaterThan(0)
    expect(perSecond).toBeLessThanOrEqual(requests / 0.05)
    expect(p99Us).toBeGreaterThanOrEqual(p50Us)
  })

  it('has a rate even where the only response comes after the end', async () => {
    const port = await serve((_request, response) => response.end('{}'))
    const { requests, perSecond } = await runLoad([laneTo('/')], { ports: [port], until: { seconds: 0 } })
    expect(requests).toBe(1)
    expect(perSecond).toBeGreaterThan(0)
  })

  it('opens another connection where the server announces the end of one', async () => {
    const sockets = new Set<unknown>()
    const port = await serve(({ socket }, response) => {
      sockets.add(socket)
      response.setHeader('connection', 'close').end('{}')
    })
    const result = await runLoad([laneTo('/')], { ports: [port], until: { requests: 3 } })
    expect([result.requests, result.failures, sockets.size]).toStrictEqual([3, 0, 3])
  })

  it('rejects where a connection is closed', async () => {
    const port = await serve(({ socket }) => socket.end())
    await expect(runLoad([laneTo('/')], { ports: [port], until: { requests: 2 } })).rejects.toThrow(
      'A server closed a connection that was to be kept',
    )
  })
})
