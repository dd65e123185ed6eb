import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchangeBytes, openConnection, statusesIn } from './raw-connection.ts'
import { type AttackedServer, countInFlight, startAttackedServer } from './start-attacked-server.ts'

/** The limit of requests per connection. The last response announces the end of the connection. */
const mostRequests = 1000

let server: AttackedServer
beforeAll(async () => {
  server = await startAttackedServer()
})
afterAll(() => server.close())

const get = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: identity\r\n\r\n`

describe('1,000 requests of a client that does not read', () => {
  it('are served one at a time, so that no response waits but one', async () => {
    const deaf = await openConnection(server.url, { reads: false })
    // The server may stop reading before the last request, and then this never resolves.
    const written = deaf.write(get('/openapi.json').repeat(1000))
    await expect.poll(() => countInFlight(server.url)).toBe(2)
    const seen = new Set<number>()
    for (let count = 0; count < 50; count += 1) seen.add(await countInFlight(server.url))
    expect(Math.max(...seen)).toBe(2)
    expect((await fetch(`${server.url}/openapi.json`)).status).toBe(200)
    await deaf.destroy()
    await written
  })
})

describe('one connection', () => {
  it('announces its end, refused requests counted, and serves nothing behind it', async () => {
    const received = await exchangeBytes(server.url, get('/v3/nowhere').repeat(mostRequests + 50))
    const statuses = statusesIn(received)
    expect(statuses.slice(0, mostRequests)).toStrictEqual(Array<number>(mostRequests).fill(404))
    // Node rejects later requests with 503, or not at all.
    expect(statuses.slice(mostRequests).filter((status) => status !== 503)).toStrictEqual([])
    expect(received.match(/^connection: close/gim)?.length).toBe(1)
  })
})
