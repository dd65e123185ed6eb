import { connect } from 'node:net'
import type { Request } from 'express'
import { afterEach, describe, expect, it } from 'vitest'
import { type Bookshop, openBookshop } from './bookshop.fixture.ts'
import { findClientAddress } from './client-address.ts'

const shops: Bookshop[] = []
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close({ graceMs: 0 })
})

/** The addresses that requests over the loopback are taken to come from. */
async function addressesOf(
  trustedProxies: readonly string[],
  forwarded: readonly string[],
): Promise<readonly string[]> {
  const addresses: string[] = []
  const shop = await openBookshop({
    app: { trustedProxies, onExchange: ({ facts }) => void addresses.push(facts.ip) },
  })
  shops.push(shop)
  for (const value of forwarded)
    await shop.send('POST', '/v1/ping', { headers: { 'x-forwarded-for': value } })
  await expect.poll(() => addresses.length).toBe(forwarded.length)
  return addresses
}

describe('the address of a caller', () => {
  it('is that of its connection, whatever it says, where no proxy is trusted', async () => {
    const said = ['203.0.113.7', '127.0.0.2', 'nonsense', '']
    expect(await addressesOf([], said)).toStrictEqual(said.map(() => '127.0.0.1'))
  })

  it('is that of its connection where other proxies are trusted', async () => {
    expect(await addressesOf(['192.0.2.1', '10.0.0.0/8'], ['203.0.113.7'])).toStrictEqual(['127.0.0.1'])
  })

  it.each([
    ['the last one named', '203.0.113.7', '203.0.113.7'],
    ['one of IPv6', '2001:db8::7', '2001:db8::7'],
    ['not what the caller has put before it', '198.51.100.9, 203.0.113.7', '203.0.113.7'],
    ['the one before further proxies that are trusted', '198.51.100.9,203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['the first of several proxies where all are trusted', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
  ])('is, behind a trusted proxy, %s', async (_which, forwarded, address) => {
    expect(await addressesOf(['loopback', '10.0.0.0/8'], [forwarded])).toStrictEqual([address])
  })

  it.each([
    ['no address', 'nonsense'],
    ['an address with a port', '203.0.113.7:4711'],
    ['a name', '203.0.113.7, shop.example.com'],
    ['nothing', ''],
    ['commas', ',,'],
  ])('is that of the proxy where that names %s', async (_what, forwarded) => {
    expect(await addressesOf(['127.0.0.1'], [forwarded])).toStrictEqual(['127.0.0.1'])
  })

  it('is read from every line of the header', async () => {
    const addresses: string[] = []
    const shop = await openBookshop({
      app: { trustedProxies: ['loopback'], onExchange: ({ facts }) => void addresses.push(facts.ip) },
    })
    shops.push(shop)
    const lines = [
      'GET / HTTP/1.1',
      'host: a',
      'x-forwarded-for: 198.51.100.9',
      'x-forwarded-for: 203.0.113.7',
    ]
    const socket = connect(shop.port, '127.0.0.1', () => socket.end([...lines, '', ''].join('\r\n')))
    await expect.poll(() => addresses).toStrictEqual(['203.0.113.7'])
    socket.destroy()
  })
})

const from = (remoteAddress: string, ip: string): string =>
  findClientAddress({ socket: { remoteAddress }, ip } as Request)

describe('findClientAddress', () => {
  it('does not take the loopback of another machine for ours', () => {
    const loopbacks = ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']
    expect(loopbacks.map((ip) => from('10.0.0.2', ip))).toStrictEqual(loopbacks.map(() => '10.0.0.2'))
    expect(loopbacks.map((ip) => from('::1', ip))).toStrictEqual(loopbacks)
  })

  it('is empty where the connection has gone', () => {
    expect(findClientAddress({ socket: {} } as Request)).toBe('')
  })
})
