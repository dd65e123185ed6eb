import { expect, it, describe, onTestFinished } from 'vitest'
import { type Sandbox, send, startSandbox } from '@giftcards/test-harness'

async function open(env: Readonly<Record<string, string>>): Promise<Sandbox> {
  const sandbox = await startSandbox(env)
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** Sends requests one after the other from callers with these addresses, and returns their statuses. */
async function inTurn(
  addresses: readonly string[],
  ask: (headers: Readonly<Record<string, string>>, index: number) => Promise<{ readonly status: number }>,
): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const [index, address] of addresses.entries())
    statuses.push((await ask({ 'x-forwarded-for': address }, index)).status)
  return statuses
}

const [one, other] = ['203.0.113.7', '203.0.113.8']

describe('TRUSTED_PROXIES', () => {
  it.each([
    ['lets requests without a session count by caller', { TRUSTED_PROXIES: 'loopback' }, 200],
    ['unset gives no caller another address, whatever it says', {}, 429],
  ])('%s', async (_what, env: Readonly<Record<string, string>>, last) => {
    const sandbox = await open({ ...env, RATE_LIMIT_PER_MINUTE: '2' })
    const openFrom = (headers: Readonly<Record<string, string>>) =>
      send(sandbox.url, {
        method: 'post',
        path: '/v3/session',
        headers: { 'x-cc-app': 'demo-app', ...headers },
      })
    expect(await inTurn([one, one, one, other], openFrom)).toStrictEqual([200, 200, 429, last])
    expect(sandbox.logLines.filter((line) => line.includes('203.0.113'))).toStrictEqual([])
  })

  it('lets logins count by caller', async () => {
    const partner = await (await open({ TRUSTED_PROXIES: '127.0.0.0/8' })).partner()
    const addresses = [...Array<string>(11).fill(one), other]
    const statuses = await inTurn(addresses, (headers, index) => {
      const customer = { email: `${index}@example.com`, password: 'wrong' }
      return partner.call('login', { headers, body: { customer } })
    })
    expect(statuses).toStrictEqual([...Array<number>(10).fill(401), 429, 401])
  })
})
