import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { endProcesses } from '@giftcards/test-harness/process'
import { exchangeBytes, openConnection, statusesIn } from './raw-connection.ts'
import {
  type AttackedServer,
  readMetric,
  startAttackedProcess,
  startAttackedServer,
} from './start-attacked-server.ts'

afterEach(endProcesses)

const megabyte = 1024 * 1024
const boundBytes = 150 * megabyte
/** No client gains by more requests over one connection. */
const mostRequests = 5000

/** The path of the largest page of the documentation. */
function findLargestPage(): string {
  const folder = fileURLToPath(new URL('./', import.meta.resolve('@giftcards/docs/dist/index.html')))
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
    .toSorted((one, other) => other.bytes - one.bytes)
  return `/docs/${pages[0]?.name.replace(/\.html$/, '')}`
}

const get = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: identity\r\n\r\n`

/** The highest memory of a server, sampled until it has not grown for a while. */
async function sampleMemory(url: string): Promise<number> {
  let highest = 0
  for (let steady = 0, samples = 0; steady < 20 && samples < 1000; samples += 1) {
    const bytes = await readMetric(url, 'residentBytes')
    steady = bytes > highest + megabyte ? 0 : steady + 1
    highest = Math.max(highest, bytes)
  }
  return highest
}

describe('1,000 requests of a client that does not read', () => {
  it.each([
    ['the largest page', findLargestPage()],
    ['the contract', '/openapi.json'],
    ['the metrics', '/metrics'],
  ])('for %s take bounded memory', async (_what, path) => {
    const { url } = await startAttackedProcess({ LOG_LEVEL: 'silent' })
    // The first response of each kind allocates memory that is not part of the attack.
    for (let count = 0; count < 20; count += 1) await (await fetch(url + path)).text()
    const before = await sampleMemory(url)
    const deaf = await openConnection(url, { reads: false })
    // The server may stop reading before the last of them, and then this never resolves.
    const written = deaf.write(get(path).repeat(1000))
    expect((await sampleMemory(url)) - before).toBeLessThan(boundBytes)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await fetch(url + path)).status).toBe(200)
    await deaf.destroy()
    await written
  })
})

/** How many requests a server handles over one connection before it announces its end; `mostRequests` at most. */
async function countRequests(url: string, path: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let count = 0
  let isLast = false
  while (!isLast && count < mostRequests) {
    const sent = request(url + path, { agent }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    isLast = response.headers.connection === 'close'
    response.resume()
    await once(response, 'close')
    count += 1
  }
  agent.destroy()
  return count
}

describe('one connection', () => {
  let server: AttackedServer
  beforeAll(async () => {
    server = await startAttackedServer({ env: { LOG_LEVEL: 'silent' } })
  })
  afterAll(() => server.close())

  it('announces its end, refused requests counted', async () => {
    expect(await countRequests(server.url, '/v3/nowhere')).toBeLessThan(mostRequests)
  })

  it('serves nothing behind its last response, whatever was pipelined', async () => {
    const last = await countRequests(server.url, '/healthz')
    expect(last).toBeLessThan(mostRequests)
    const statuses = statusesIn(await exchangeBytes(server.url, get('/healthz').repeat(last + 50)))
    expect(statuses.slice(0, last)).toStrictEqual(Array<number>(last).fill(200))
    // Node rejects later requests with 503, or not at all.
    expect(statuses.slice(last).filter((status) => status !== 503)).toStrictEqual([])
  })
})
