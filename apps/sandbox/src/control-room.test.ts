import { createSandboxClient } from '@giftcards/client/sandbox'
import { afterEach, describe, expect, it } from 'vitest'
import { type ControlRoom, openControlRoom } from './control-room.ts'
import { sampleSnapshot } from './watch/sample-snapshot.fixture.ts'

const rooms: ControlRoom[] = []
afterEach(() => {
  for (const room of rooms.splice(0)) room.stop()
})

/** A control room over a server that responds by `respond`. Its pauses end only by a poll. */
function open(respond: (request: Request) => Response | undefined, key?: string) {
  const sent: string[] = []
  let kept = key
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    sent.push(`${request.method} ${pathname}${search}`)
    return respond(request) ?? Response.json({ version: 'v1', clock, snapshot: sampleSnapshot() })
  }
  const room = openControlRoom({
    connect: (sandboxKey) =>
      createSandboxClient({ baseUrl: 'http://sandbox.test', sandboxKey, fetch, retry: false }),
    keyStore: {
      get: () => kept,
      set(next) {
        kept = next
      },
    },
    pause: (_ms, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve())
        if (signal.aborted) resolve()
      }),
    now: () => 0,
  })
  rooms.push(room)
  return { room, sent, keptKey: () => kept }
}

const clock = { now: '2026-01-15T12:00:00.000Z', frozen: true }
const refusal = (status: number, text: string) => Response.json({ message: [text] }, { status })

describe('openControlRoom', () => {
  it('watches from the beginning', async () => {
    const { room, sent } = open(() => undefined)
    await expect.poll(() => room.state.value.link).toBe('live')
    expect(sent).toStrictEqual(['GET /__sandbox/overview'])
  })

  it('looks again after an action, knowing the version', async () => {
    const { room, sent } = open(() => undefined)
    await expect.poll(() => room.state.value.link).toBe('live')
    expect(await room.act((controls) => controls.resetSandbox())).toBeNull()
    await expect.poll(() => sent).toHaveLength(3)
    expect(sent.slice(1)).toStrictEqual(['POST /__sandbox/reset', 'GET /__sandbox/overview?known=v1'])
  })

  it('returns the reason of a refused action', async () => {
    const { room } = open(({ method }) => (method === 'POST' ? refusal(400, 'No') : undefined))
    expect(await room.act((controls) => controls.advanceClock({ seconds: 5 }))).toBe('No')
  })

  it('refuses a key that cannot be sent, and keeps it nowhere', async () => {
    const { room, sent, keptKey } = open(({ headers }) =>
      headers.has('x-sandbox-key') ? undefined : refusal(401, 'Unauthorized'),
    )
    await expect.poll(() => room.state.value.link).toBe('locked')
    room.unlock('鍵')
    expect(room.state.value).toMatchObject({
      link: 'locked',
      problem: 'The sandbox does not accept this key.',
    })
    expect(keptKey()).toBeUndefined()
    expect(sent).toHaveLength(1)
  })

  it('keeps the last answer while there is no other', async () => {
    let isGone = false
    const { room } = open(() => {
      if (isGone) throw new TypeError('fetch failed')
      return undefined
    })
    await expect.poll(() => room.state.value.link).toBe('live')
    const { snapshot } = room.state.value
    isGone = true
    await room.act((controls) => controls.resetSandbox())
    await expect.poll(() => room.state.value.link).toBe('lost')
    expect(room.state.value.snapshot).toBe(snapshot)
    isGone = false
    await room.act((controls) => controls.resetSandbox())
    await expect.poll(() => room.state.value.link).toBe('live')
  })

  it('reads data that is not polled', async () => {
    const { room } = open(({ url }) => (url.endsWith('/clock') ? Response.json(clock) : undefined))
    expect(await room.ask((controls) => controls.getClock())).toStrictEqual(clock)
  })
})
