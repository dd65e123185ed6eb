import { afterEach, describe, expect, it } from 'vitest'
import { type Sandbox, send, startSandbox } from '@giftcards/test-harness'

const opened: Sandbox[] = []
afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.close()
})

async function open(env: Readonly<Record<string, string>>): Promise<Sandbox> {
  const sandbox = await startSandbox(env)
  opened.push(sandbox)
  return sandbox
}

const [one, other] = ['203.0.113.7', '203.0.113.8']

/** Opens a session for a caller whose address a proxy on this machine forwards. */
const openSessionFrom = (sandbox: Sandbox) => async (address: string) => {
  const headers = { 'x-cc-app': 'demo-app', 'x-forwarded-for': address }
  return (await send(sandbox.url, { method: 'post', path: '/v3/session', headers })).status
}

const inTurn = async <T, U>(values: readonly T[], ask: (value: T) => Promise<U>): Promise<readonly U[]> => {
  const answers: U[] = []
  for (const value of values) answers.push(await ask(value))
  return answers
}

describe('TRUSTED_PROXIES', () => {
  it('lets requests without a session count by caller', async () => {
    const sandbox = await open({ TRUSTED_PROXIES: 'loopback', RATE_LIMIT_PER_MINUTE: '2' })
    expect(await inTurn([one, one, one, other], openSessionFrom(sandbox))).toStrictEqual([200, 200, 429, 200])
    expect(sandbox.logLines.filter((line) => line.includes('203.0.113'))).toStrictEqual([])
  })

  it('lets logins count by caller', async () => {
    const sandbox = await open({ TRUSTED_PROXIES: '127.0.0.0/8' })
    const partner = await sandbox.partner()
    const logIn = async ([address = '', email = '']: readonly string[]) => {
      const headers = { 'x-forwarded-for': address }
      const body = { customer: { email, password: 'wrong' } }
      return (await partner.call('login', { headers, body })).status
    }
    const attempts = Array.from({ length: 11 }, (_value, index) => [one, `${index}@example.com`])
    expect(await inTurn([...attempts, [other, 'last@example.com']], logIn)).toStrictEqual([
      ...Array<number>(10).fill(401),
      429,
      401,
    ])
  })

  it('keeps the controls from callers that a proxy on this machine lets in', async () => {
    const sandbox = await open({ TRUSTED_PROXIES: 'loopback' })
    const ask = async (headers: Readonly<Record<string, string>>) =>
      (await sandbox.control('getClock', { headers })).status
    expect(await inTurn([{}, { 'x-forwarded-for': one }], ask)).toStrictEqual([200, 401])
  })

  it('unset gives no caller another address, whatever it says', async () => {
    const sandbox = await open({ RATE_LIMIT_PER_MINUTE: '2' })
    const addresses = [one, other, '127.0.0.1']
    expect(await inTurn(addresses, openSessionFrom(sandbox))).toStrictEqual([200, 200, 429])
  })
})
