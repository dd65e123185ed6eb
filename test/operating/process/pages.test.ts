import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

describe('pages for a browser', () => {
  it('begin at / with what this server has', async () => {
    const { status, text, headers } = await browse('/')
    expect([status, headers.get('content-type')]).toStrictEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('vary')).toContain('accept')
    const hrefs = ['docs/', 'docs/reference.html', 'docs/try.html', 'status', 'sandbox/', 'openapi.json']
    expect(hrefs.filter((href) => !text.includes(`href="${href}"`))).toStrictEqual([])
    expect(text).toContain(`<code>${server.url}</code>`)
    expect(text).toContain('<code>http://127.0.0.1:4010</code>')
  })

  it.each([
    ['/nope', './docs/'],
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
    for (const path of ['/', '/docs/reference', '/docs/try', '/sandbox/', '/nope'])
      expect((await browse(path)).text).toMatch(
        /<link rel="icon" href="[./]*(?:docs\/)?assets\/icon\.svg\?v=/,
      )
  })

  it('have one header, with the sandbox in it', async () => {
    for (const path of [
      '/',
      '/docs/guides/errors',
      '/docs/reference',
      '/docs/try',
      '/status',
      '/sandbox/',
      '/nope',
    ]) {
      const { text } = await browse(path)
      expect(text).toMatch(/class="site-name"[^>]*><img [^>]*>Gift Card Partner API</)
      expect(text).toMatch(/<a href="[./]*sandbox\/"[^>]*>Sandbox<\/a>\n<\/nav>/)
      expect(text).not.toMatch(/<!-- (?:header|navigation) links|<!-- (?:head|content) -->/)
    }
  })
})

describe('a program', () => {
  it.each([undefined, '*/*', 'application/json, text/html'])(
    'that accepts %s gets the error of the API where there is no page',
    async (accept) => {
      for (const path of ['/', '/docs/nope', '/docs/guides/']) {
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

describe('addresses in pages', () => {
  const places = [
    '/docs/guides/quickstart',
    '/docs/guides/quick%73tart.html',
    '/docs/guides/quickstart.md',
    '/docs/reference',
    '/docs/reference.json',
    '/docs/reference.yaml',
    '/docs/assets/try-data.js',
    '/openapi.json',
    '/__sandbox/openapi.json',
    '/sandbox/',
  ]

  it.each(places)('are those of the server in %s', async (path) => {
    const { text } = await get(path)
    expect(text).toContain(server.url)
    expect(text).not.toContain('http://127.0.0.1:3000')
  })

  it('are those of the mock where they name it', async () => {
    const forwarded = { 'x-forwarded-host': 'cards.example.com:8080' }
    for (const path of ['/docs/guides/mock', '/docs/assets/try-data.js', '/openapi.json']) {
      const { text } = await get(path, forwarded, other.url)
      expect(text).toContain('http://cards.example.com:4999')
      expect(text).not.toContain('127.0.0.1:4010')
    }
    const { headers } = await get('/docs/try', forwarded, other.url)
    expect(headers.get('content-security-policy')).toContain(' http://cards.example.com:4999 ')
  })

  it('stay as they are where a reader builds a server of their own', async () => {
    expect((await get('/docs/guides/your-own-api')).text).toContain('http://127.0.0.1:3000/huts')
  })

  it('follow a trusted proxy, its path included', async () => {
    const forwarded = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'cards.example.com',
      'x-forwarded-prefix': '/partner',
    }
    const trusted = await get('/docs/guides/quickstart', forwarded, other.url)
    expect(trusted.text).toContain('https://cards.example.com/partner')
    const { text } = await get('/docs/guides/quickstart', forwarded)
    expect(text).toContain(server.url)
    expect(text).not.toContain('cards.example.com')
  })

  it.each(['a"b', '<script>', 'a b', 'a/b', 'a:b', '[::1'])(
    'take no host that is no name: %s',
    async (host) => {
      const { text } = await get('/docs/guides/quickstart', { 'x-forwarded-host': host }, other.url)
      expect(text).toContain('API=http://127.0.0.1:3000\n')
      expect(text).not.toContain(`http://${host}`)
    },
  )
})

describe('files of the docs', () => {
  it('are not sent again to a browser that has them', async () => {
    for (const path of ['/docs/', '/docs/reference', '/docs/assets/site.css', '/openapi.json', '/']) {
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
    for (const path of ['/docs/', '/docs/assets/try-data.js']) {
      const { headers } = await get(path, { 'accept-encoding': encoding })
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
    }
  })
})
