import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from '@contract-kit/docs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAccessibilityFaults, phoneSize, serveFolder, useBrowser } from '@giftcards/test-browser'
import { findOverflow } from './find-overflow.ts'
import { steerTryPage } from './try-page.ts'

const browser = useBrowser()
const folder = mkdtempSync(join(tmpdir(), 'any-api-'))
let api: Server
let apiUrl: string
let site: Awaited<ReturnType<typeof serveFolder>>

beforeAll(async () => {
  api = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'authorization, x-harbor-key, content-type')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    void reply(request).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  await buildSite({ outDir: join(folder, 'site'), documents: [{ document: toDocument(apiUrl) }] })
  site = await serveFolder(join(folder, 'site'))
})
afterAll(() => {
  site.close()
  api.close()
  rmSync(folder, { recursive: true })
})

/** Checks the credentials of a request. For other paths, returns the content type and body that it received. */
async function reply(request: IncomingMessage): Promise<{ status: number; body: object }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const { authorization, 'x-harbor-key': key, 'content-type': type } = request.headers
  switch (request.url) {
    case '/token':
      return authorization === `Basic ${btoa('me:secret')}` &&
        text === 'grant_type=client_credentials&scope=read'
        ? { status: 200, body: { access_token: 'client-token', token_type: 'Bearer', expires_in: 300 } }
        : { status: 401, body: { error: 'invalid_client' } }
    case '/keyed':
      return key === 'k-1'
        ? { status: 200, body: { ok: true } }
        : { status: 403, body: { detail: 'No key.' } }
    case '/private':
      return authorization === 'Bearer my-token' || authorization === 'Bearer client-token'
        ? { status: 200, body: { ok: true } }
        : { status: 401, body: { detail: 'No token.' } }
    default:
      return { status: 201, body: { type: type?.split(';')[0], text: text.replaceAll(/\s+/g, ' ') } }
  }
}

/** Creates an operation that responds with JSON. */
const operation = (summary: string, status: number, more: object) => ({
  summary,
  responses: {
    [status]: {
      description: 'Done.',
      content: {
        'application/json': { schema: { type: 'object', properties: { ok: { type: 'boolean' } } } },
      },
    },
  },
  ...more,
})

const form = {
  type: 'object',
  properties: { title: { type: 'string' }, scan: { type: 'string', format: 'binary' } },
}

const toDocument = (url: string) => ({
  openapi: '3.1.0',
  info: { title: 'Harbor', version: '1' },
  servers: [{ url }],
  paths: {
    '/keyed': { get: operation('With a key', 200, { security: [{ key: [] }] }) },
    '/private': { get: operation('With a token', 200, { security: [{ token: [] }, { oauth: ['read'] }] }) },
    '/notes': {
      post: operation('Leave a note', 201, {
        requestBody: { content: { 'multipart/form-data': { schema: form } } },
      }),
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Harbor-Key' },
      token: { type: 'http', scheme: 'bearer' },
      oauth: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: `${url}/token`, scopes: { read: 'Read' } } },
      },
    },
  },
})

const open = async (expectedErrors: readonly RegExp[] = []) =>
  steerTryPage(await browser.openPage(`${site.url}/try.html`, { alsoReaches: [apiUrl], expectedErrors }))

/** Expands the credentials of a security scheme. */
const unfold = (page: Page, scheme: string): Promise<void> =>
  page.getByRole('region', { name: 'Authentication' }).locator('summary', { hasText: scheme }).click()

describe('try-it page of any API', () => {
  it('sends an API key and a bearer token that are pasted, and masks them', async () => {
    const reader = await open([/status of 40[13]/])
    const { page } = reader
    await reader.choose('With a key')
    await reader.send(403)
    await unfold(page, 'key API key')
    await page.getByLabel('X-Harbor-Key').fill('k-1')
    await reader.send(200)
    expect(await reader.bodyText()).toContain('"ok": true')
    expect(await page.getByLabel('The request as curl').textContent()).toContain('X-Harbor-Key: ****')
    expect(await page.locator('body').textContent()).not.toContain('k-1')

    await reader.choose('With a token')
    await reader.send(401)
    await unfold(page, 'bearer token')
    await page.getByRole('group', { name: 'token', exact: true }).getByLabel('Token').fill('my-token')
    await reader.send(200)
    expect(await page.getByText('The response matches the document.').count()).toBe(1)
    expect(await page.locator('body').textContent()).not.toContain('my-token')
  })

  it('gets a token by client credentials', async () => {
    const reader = await open()
    const { page } = reader
    await unfold(page, 'OAuth 2.0')
    await page.getByLabel('Client id').fill('me')
    await page.getByLabel('Client secret').fill('secret')
    await page.getByRole('checkbox', { name: 'read' }).check()
    await page.getByRole('button', { name: 'Get a token for the client' }).click()
    await page.getByText('The token is stored, and expires in 300 s.').waitFor()
    await reader.choose('With a token')
    await page.getByLabel('With', { exact: true }).selectOption('oauth')
    await reader.send(200)
    expect(await page.locator('body').textContent()).not.toMatch(/client-token|secret\b/)
  })

  it('sends a form with a file, is accessible, and fits a phone', async () => {
    const reader = await open()
    await reader.choose('Leave a note')
    await reader.page.getByLabel('title').fill('Harbor')
    const file = { name: 'scan.txt', mimeType: 'text/plain', buffer: Buffer.from('scanned') }
    await reader.page.getByLabel('scan').setInputFiles(file)
    await reader.send(201)
    expect(await reader.bodyText()).toMatch(
      /"type": "multipart\/form-data"[^]*Harbor[^]*scan\.txt[^]*scanned/,
    )

    await unfold(reader.page, 'OAuth 2.0')
    expect(await findAccessibilityFaults(reader.page)).toStrictEqual([])
    await reader.page.setViewportSize(phoneSize)
    expect(await findOverflow(reader.page)).toStrictEqual([])
  })
})
