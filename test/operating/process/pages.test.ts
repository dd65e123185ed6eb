import { createHook } from 'node:async_hooks'
import { openapiDocument } from '@giftcards/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Exchange, type Sandbox, sendRaw, startSandbox } from '@giftcards/test-harness'

let server: Sandbox
let other: Sandbox
beforeAll(async () => {
  server = await startSandbox()
  other = await startSandbox({ MOCK_PORT: '4999', TRUSTED_PROXIES: '127.0.0.1', HOST: '0.0.0.0' })
})
afterAll(async () => {
  await server.close()
  await other.close()
})

const browserAccepts = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

type Headers = Readonly<Record<string, string>>

const get = (path: string, headers: Headers = {}, url = server.url): Promise<Exchange> =>
  sendRaw(url, { method: 'GET', path, headers: Object.entries(headers) })

const browse = (path: string): Promise<Exchange> => get(path, { accept: browserAccepts })

describe('/ for a program', () => {
  it('names the API, its version and links that work', async () => {
    const { status, text, headers } = await get('/', { accept: '*/*' })
    expect(status).toBe(200)
    expect(headers.get('vary')).toContain('accept')
    const { links, ...index } = JSON.parse(text) as { readonly links: Readonly<Record<string, string>> }
    const { title, version } = openapiDocument.info
    expect(index).toStrictEqual({ name: title, version, mode: 'sandbox' })
    expect(links['docs']).toBe(`${server.url}/docs/`)
    for (const url of Object.values(links)) expect([url, (await fetch(url)).status]).toStrictEqual([url, 200])
  })
})

describe('pages for a browser', () => {
  it('begin at / with the docs', async () => {
    const { status, headers } = await browse('/')
    expect([status, headers.get('location')]).toStrictEqual([302, 'docs/'])
    expect(headers.get('vary')).toContain('accept')
  })

  it('redirect /llms.txt to that of the docs', async () => {
    for (const name of ['llms.txt', 'llms-full.txt']) {
      const { status, headers } = await get(`/${name}`)
      expect([status, headers.get('location')]).toStrictEqual([302, `docs/${name}`])
    }
  })

  it.each([
    ['/nope', 'docs/'],
    ['/docs/nope', '../docs/'],
    ['/v3/nope/deeper', '../../docs/'],
  ])('say at %s that there is none, with search and menu', async (path, docs) => {
    const { status, text, headers } = await browse(path)
    expect([status, headers.get('content-type')]).toStrictEqual([404, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(text).toContain('<h1>Page not found</h1>')
    expect(text).toContain('data-opens-search')
    expect(text).toContain(`href="${docs}guides/quickstart.html"`)
    expect(text).toMatch(new RegExp(`src="${docs.replaceAll('.', '[.]')}assets/site\\.js`))
  })

  it('say in a few words that an address with a thousand slashes is none', async () => {
    const { status, text } = await browse('/nope'.repeat(1000))
    expect([status, text]).toStrictEqual([404, '{"message":["Not found"]}'])
  })

  it.each([
    ['/docs', '/partner/docs/'],
    ['/docs?theme=dark', '/partner/docs/?theme=dark'],
    ['/docs/decisions', '/partner/docs/decisions/'],
    ['/sandbox', '/partner/sandbox/'],
  ])('lead from %s to its folder, under the prefix of any proxy', async (path, target) => {
    const { status, headers } = await browse(path)
    expect(status).toBe(301)
    const { pathname, search } = new URL(
      headers.get('location') ?? '',
      `https://cards.example.com/partner${path}`,
    )
    expect(`${pathname}${search}`).toBe(target)
  })

  it('name the icon, which is at /favicon.ico as well', async () => {
    const icon = await get('/favicon.ico')
    expect([icon.status, icon.headers.get('content-type')]).toStrictEqual([200, 'image/svg+xml'])
    expect(icon.text).toBe((await get('/docs/assets/icon.svg')).text)
    for (const path of ['/docs/', '/docs/reference', '/docs/try', '/sandbox/', '/nope'])
      expect((await browse(path)).text).toMatch(
        /<link rel="icon" href="[./]*(?:docs\/)?assets\/icon\.svg\?v=/,
      )
  })

  it('have one header', async () => {
    const paths = [
      '/docs/guides/errors',
      '/docs/reference',
      '/docs/try',
      '/sandbox/',
      '/sandbox/status',
      '/nope',
    ]
    for (const path of paths) {
      const { text } = await browse(path)
      expect(text).toMatch(/class="site-name"[^>]*><img [^>]*>Gift Card Partner API</)
      expect(text).not.toMatch(/<!-- (?:head|content) -->/)
    }
  })

  it('run no script and no style that their build has not left', async () => {
    for (const path of ['/docs/', '/docs/reference', '/docs/try', '/sandbox/', '/sandbox/status', '/nope']) {
      const policy = (await browse(path)).headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/default-src 'none'.*; script-src 'self' 'sha256-/)
      expect(policy).not.toContain("'unsafe-inline'")
      expect(policy).not.toContain("'unsafe-eval'")
    }
  })
})

describe('a program', () => {
  it.each([undefined, '*/*', 'application/json, text/html'])(
    'that accepts %s gets the error of the API where there is no page',
    async (accept) => {
      for (const path of ['/nope', '/docs/nope', '/docs/guides/']) {
        const { status, body, code, headers } = await get(path, accept === undefined ? {} : { accept })
        expect([status, body, code]).toStrictEqual([404, { message: ['Not found'] }, 'not_found'])
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      }
    },
  )

  it('gets it for other methods, whatever it accepts', async () => {
    const exchange = await sendRaw(server.url, {
      method: 'POST',
      path: '/nope',
      headers: [['accept', browserAccepts]],
    })
    expect([exchange.status, exchange.body]).toStrictEqual([404, { message: ['Not found'] }])
  })
})

/** Reads the information about the server that its docs receive. */
const tell = async (url: string) => {
  const { text, headers } = await get('/docs/assets/server.js', {}, url)
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  return JSON.parse(text.replace('globalThis.siteServer = ', '')) as object
}

describe('what the docs are told of their server', () => {
  it('is where it is, where the mock is, and the pages of the sandbox', async () => {
    expect(await tell(server.url)).toStrictEqual({
      addresses: { 'http://127.0.0.1:3000': '../', 'http://127.0.0.1:4010': 'http://127.0.0.1:4010' },
      links: [
        { href: '../sandbox/status.html', label: 'Status' },
        { href: '../sandbox/', label: 'Sandbox' },
      ],
    })
  })

  it('is the host of the page for a mock that others reach, which the try-it page may call', async () => {
    expect(await tell(other.url)).toMatchObject({
      addresses: { 'http://127.0.0.1:4010': 'http://{host}:4999' },
    })
    const { headers } = await get('/docs/try', {}, other.url)
    expect(headers.get('content-security-policy')).toContain(' http://*:4999')
  })

  it('is the same whatever a request says', async () => {
    const { text } = await get('/docs/assets/server.js')
    for (const host of ['a"b', '<script>', 'cards.example.com']) {
      const forwarded = { 'x-forwarded-host': host, 'x-forwarded-prefix': '/"><script>' }
      const answer = await get('/docs/assets/server.js', forwarded, other.url)
      expect(answer.text).not.toContain(host)
    }
    expect(text).not.toContain('example.com')
  })
})

describe('files of the docs', () => {
  it('are not sent again to a browser that has them', async () => {
    for (const path of ['/docs/', '/docs/reference', '/docs/assets/site.css', '/openapi.json', '/sandbox/']) {
      const accept = { accept: browserAccepts }
      const first = await get(path, accept)
      const etag = first.headers.get('etag') ?? ''
      expect(etag).not.toBe('')
      expect(first.headers.get('cache-control')).toBe('no-cache')
      const again = await get(path, { ...accept, 'if-none-match': etag })
      expect([again.status, again.text]).toStrictEqual([304, ''])
    }
  })

  it('may be kept for a year where their address tells their version', async () => {
    const { text } = await get('/docs/reference')
    const [, script = ''] = /src="(assets\/redoc\.js\?v=[\da-f]+)"/.exec(text) ?? []
    const { status, headers } = await get(`/docs/${script}`, { 'accept-encoding': 'br' })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-encoding')).toBe('br')
  })

  it.each(['br', 'gzip'])('are compressed with %s', async (encoding) => {
    for (const path of [
      '/docs/',
      '/docs/guides/errors',
      '/docs/assets/try-data.js',
      '/openapi.json',
      '/sandbox/',
    ]) {
      const { headers } = await get(path, { 'accept-encoding': encoding })
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
    }
  })

  it('are not compressed for a request', async () => {
    const compressions: string[] = []
    const hook = createHook({
      init: (_id, type) => void (type === 'ZLIB' && compressions.push(type)),
    }).enable()
    onTestFinished(() => void hook.disable())
    for (const path of ['/docs/', '/docs/reference', '/docs/reference.json', '/openapi.json', '/nope']) {
      for (const encoding of ['br', 'gzip', 'identity'])
        expect((await get(path, { accept: browserAccepts, 'accept-encoding': encoding })).text).not.toBe('')
    }
    expect(compressions).toStrictEqual([])
  })
})
