import { afterEach, describe, expect, it } from 'vitest'
import { type BufferingProxy, startBufferingProxy } from './buffering-proxy.ts'
import { createTargets, headOf } from './early-ends.ts'
import { openConnection, type RawConnection, runInLanes, statusesIn } from './raw-connection.ts'
import {
  type AttackedServer,
  callEveryOperation,
  expectNothingInFlight,
  startAttackedServer,
} from './start-attacked-server.ts'

/** More requests than the server handles at the same time. */
const [slowRequests, places] = [24, 16]
const opened: (AttackedServer | BufferingProxy)[] = []
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close()
})

async function start(env: Readonly<Record<string, string>> = {}): Promise<AttackedServer> {
  const server = await startAttackedServer({
    env: { LOG_LEVEL: 'info', MAX_CONCURRENT_REQUESTS: String(places), ...env },
  })
  opened.push(server)
  return server
}

/** Sends `slowRequests` requests for sessions without their last byte, and waits until the server has read them. */
async function openSlowRequests(server: AttackedServer, url = server.url) {
  const [createSession] = await createTargets(await server.partner('elite@example.com'))
  if (createSession === undefined) throw new Error('There is no target')
  const { body } = createSession
  const health = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n'
  const connections: RawConnection[] = []
  for (let count = 0; count < slowRequests; count += 1) {
    const connection = await openConnection(url)
    const lines = [`content-length: ${body.length}`, 'connection: close']
    // The server responds to the first of these requests when it has read all the bytes.
    await connection.write(health + headOf(createSession, lines) + body.slice(0, -1))
    await connection.until(/HTTP\/1\.1 200 /)
    connections.push(connection)
  }
  return {
    /** Sends the last bytes, and returns the status of each session request. */
    async finish(): Promise<readonly (number | undefined)[]> {
      const statuses: (number | undefined)[] = []
      // One address may use at most half of the places.
      await runInLanes(connections.length, places / 2, async (index) => {
        const connection = connections[index]
        if (connection === undefined) return
        await connection.write(body.slice(-1))
        await connection.closed
        statuses.push(statusesIn(connection.received)[1])
      })
      return statuses
    },
    destroy: () => Promise.all(connections.map((connection) => connection.destroy())),
  }
}

const readiness = async (url: string): Promise<number> => (await fetch(`${url}/readyz`)).status
const allAnswered = Array<number>(slowRequests).fill(200)

describe('requests without their last byte', () => {
  it('leave room for other requests while they last', { meta: { rules: ['D14-07'] } }, async () => {
    const server = await start()
    const usual = await callEveryOperation(server.url)
    const slow = await openSlowRequests(server)
    expect(await callEveryOperation(server.url)).toStrictEqual(usual)
    expect(await readiness(server.url)).toBe(200)
    await slow.destroy()
    await expectNothingInFlight(server.url)
  })

  it('are answered when it comes', async () => {
    const server = await start()
    const slow = await openSlowRequests(server)
    expect(await slow.finish()).toStrictEqual(allAnswered)
    await expectNothingInFlight(server.url)
  })

  it('do not reach a server behind a proxy that buffers', async () => {
    const server = await start({ TRUSTED_PROXIES: 'loopback' })
    const proxy = await startBufferingProxy(server.url, '203.0.113.7')
    opened.push(proxy)
    const usual = await callEveryOperation(proxy.url, server.url)
    const countSessions = (): number =>
      server.logLines.filter((line) => line.includes('"operationId":"createSession"')).length
    const slow = await openSlowRequests(server, proxy.url)
    const before = countSessions()
    await expectNothingInFlight(server.url)
    expect(await callEveryOperation(proxy.url, server.url)).toStrictEqual(usual)
    // The partner that called every operation opened one session, and its sample call another.
    expect(countSessions()).toBe(before + 2)
    expect(await slow.finish()).toStrictEqual(allAnswered)
    expect(countSessions()).toBe(before + 2 + slowRequests)
  })
})
