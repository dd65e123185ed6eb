import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Exchange, type Sandbox, sendRaw, startSandbox } from '@giftcards/test-harness'

const registry = '/sandbox/npm'
const packages = [
  '@contract-kit/checker',
  '@contract-kit/client',
  '@contract-kit/create',
  '@contract-kit/docs',
  '@contract-kit/express',
  '@contract-kit/json-schema',
  '@contract-kit/openapi',
  '@contract-kit/resources',
  '@contract-kit/sandbox',
  '@contract-kit/tools',
]

let sandbox: Sandbox
let behindProxy: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
  behindProxy = await startSandbox({ TRUSTED_PROXIES: 'loopback' })
})
afterAll(async () => {
  await sandbox.close()
  await behindProxy.close()
})

type Headers = Readonly<Record<string, string>>

/** Requests a package as npm does, which escapes the slash in its name. */
const ask = (name: string, headers: Headers = {}, { url } = sandbox, method = 'GET'): Promise<Exchange> =>
  sendRaw(url, {
    method,
    path: `${registry}/${name.replace('/', '%2f')}`,
    headers: Object.entries(headers),
  })

/** The fields that npm reads in a response about a package. */
interface Packument {
  readonly name: string
  readonly 'dist-tags': { readonly latest: string }
  readonly versions: Readonly<
    Record<
      string,
      {
        readonly name: string
        readonly version: string
        readonly dependencies?: Readonly<Record<string, string>>
        readonly dist: { readonly tarball: string; readonly integrity: string }
      }
    >
  >
}

const packument = ({ body }: Exchange): Packument => body as Packument

const latest = (exchange: Exchange) => {
  const { versions, ...found } = packument(exchange)
  const version = versions[found['dist-tags'].latest]
  if (version === undefined) throw new Error('There is no latest version')
  return version
}

const tarballOf = (exchange: Exchange): string => latest(exchange).dist.tarball

describe('the registry of a sandbox', () => {
  it.each(packages)('has %s, with the hash of its tarball', async (name) => {
    const exchange = await ask(name)
    expect([exchange.status, exchange.headers.get('content-type')]).toStrictEqual([
      200,
      'application/json; charset=utf-8',
    ])
    expect(packument(exchange).name).toBe(name)
    const { version, dist } = latest(exchange)
    expect(Object.keys(packument(exchange).versions)).toStrictEqual([version])
    const response = await fetch(dist.tarball)
    const hash = createHash('sha512').update(new Uint8Array(await response.arrayBuffer()))
    expect([response.status, `sha512-${hash.digest('base64')}`]).toStrictEqual([200, dist.integrity])
  })

  it('has no other package', async () => {
    const { body } = await sendRaw(sandbox.url, { method: 'GET', path: `${registry}/packages.json` })
    expect(Object.keys(body as object).toSorted()).toStrictEqual(packages)
  })

  it('has every package of its scope that one of them needs, in the version that it needs', async () => {
    const listed = await Promise.all(packages.map(async (name) => latest(await ask(name))))
    const had = new Set(listed.map(({ name, version }) => `${name}@${version}`))
    const needed = listed
      .flatMap(({ dependencies = {} }) => Object.entries(dependencies))
      .filter(([name]) => name.startsWith('@contract-kit/'))
      .map(([name, version]) => `${name}@${version}`)
    expect(needed.length).toBeGreaterThan(0)
    expect(needed.filter((id) => !had.has(id))).toStrictEqual([])
  })

  it('takes a name with its slash, as other package managers write it', async () => {
    const { body } = await sendRaw(sandbox.url, { method: 'GET', path: `${registry}/@contract-kit/tools` })
    expect(body).toStrictEqual((await ask('@contract-kit/tools')).body)
  })

  it.each([
    '@contract-kit/none',
    '@contract-kit/packaging',
    'express',
    'toString',
    '__proto__',
    '%',
    '..%2f',
  ])('responds that there is no %s', async (name) => {
    const { status, body } = await ask(name)
    expect([status, body]).toStrictEqual([404, { message: ['Not found'] }])
  })

  it.each(['PUT', 'POST', 'DELETE'])('rejects %s', async (method) => {
    const { status, headers } = await ask('@contract-kit/tools', {}, sandbox, method)
    expect([status, headers.get('allow')]).toStrictEqual([405, 'GET, HEAD'])
  })
})

describe('the address of a tarball', () => {
  const path = `${registry}/@contract-kit/tools.tgz`

  it('begins with the host that the request names', async () => {
    expect(tarballOf(await ask('@contract-kit/tools'))).toBe(`${sandbox.url}${path}`)
  })

  const forwarded = {
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'cards.example.com',
  }

  it.each([
    ['its host', {}, `https://cards.example.com${path}`],
    ['its prefix', { 'x-forwarded-prefix': '/partner' }, `https://cards.example.com/partner${path}`],
    ['its prefix with a slash', { 'x-forwarded-prefix': '/' }, `https://cards.example.com${path}`],
  ])('is that of a trusted proxy: %s', async (_what, headers: Headers, address) => {
    const exchange = await ask('@contract-kit/tools', { ...forwarded, ...headers }, behindProxy)
    expect(tarballOf(exchange)).toBe(address)
  })

  it('is not what anybody else says of a proxy', async () => {
    const headers = { ...forwarded, 'x-forwarded-prefix': '/partner' }
    expect(tarballOf(await ask('@contract-kit/tools', headers))).toBe(`${sandbox.url}${path}`)
  })
})
