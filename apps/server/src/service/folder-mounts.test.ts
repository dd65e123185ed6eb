import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpApp, listen, type Listening } from '@contract-kit/express'
import { folderMounts } from './folder-mounts.ts'

const outside = mkdtempSync(join(tmpdir(), 'folder-mounts-'))
const folder = join(outside, 'site')
const pngBytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00])

let listening: Listening
beforeAll(async () => {
  mkdirSync(join(folder, 'guides'), { recursive: true })
  writeFileSync(join(outside, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'index.html'), '<h1>Home</h1>')
  writeFileSync(join(folder, 'rules.html'), '<h1>Rules</h1>')
  writeFileSync(join(folder, 'guides', 'index.html'), '<h1>Guides</h1>')
  writeFileSync(join(folder, 'guides', 'app.js'), 'void 0')
  writeFileSync(join(folder, 'logo.png'), pngBytes)
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.txt'))
  symlinkSync(outside, join(folder, 'linked'))
  symlinkSync('..', join(folder, 'guides', 'up'))
  const mounts = folderMounts('/docs', pathToFileURL(`${folder}/`), { pageHeaders: { 'x-page': 'yes' } })
  const app = createHttpApp({ apis: [], mounts })
  listening = await listen(app.handler, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await listening.close({ graceMs: 0 })
  rmSync(outside, { recursive: true, force: true })
})

const get = (path: string): Promise<Response> => fetch(listening.url + path, { redirect: 'manual' })

describe('folderMounts', () => {
  it.each([
    ['/docs/', 'Home'],
    ['/docs/index.html', 'Home'],
    ['/docs/rules', 'Rules'],
    ['/docs/rules.html', 'Rules'],
    ['/docs/guides/', 'Guides'],
  ])('serves the page %s', async (path, heading) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-page')]).toStrictEqual([
      200,
      'text/html; charset=utf-8',
      'yes',
    ])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await answer.text()).toBe(`<h1>${heading}</h1>`)
  })
  it('serves other files byte by byte, by their type', async () => {
    const image = await get('/docs/logo.png')
    expect(image.headers.get('content-type')).toBe('image/png')
    expect(new Uint8Array(await image.arrayBuffer())).toStrictEqual(pngBytes)
    const script = await get('/docs/guides/app.js')
    expect([script.headers.get('content-type'), script.headers.get('x-page')]).toStrictEqual([
      'text/javascript; charset=utf-8',
      null,
    ])
  })
  it('leads from the folder without a slash to the one with it', async () => {
    const answer = await get('/docs')
    expect(answer.status).toBe(308)
    expect(new URL(answer.headers.get('location') ?? '', `${listening.url}/docs`).pathname).toBe('/docs/')
  })
  it.each([
    '/docs/..%2fsecret.txt',
    '/docs/..%5csecret.txt',
    '/docs/%2e%2e%2fsecret.txt',
    '/docs/%252e%252e%252fsecret.txt',
    '/docs/rules%00',
    '/docs/rules.html%00.png',
    '/docs/guides%5capp.js',
    '/docs/%2fetc%2fpasswd',
    '/docs/link.txt',
    '/docs/linked/secret.txt',
    '/docs/guides/up/rules.html',
    '/docs/guides/up/up/secret.txt',
    '/docs//rules',
    '/docs/rules.html/',
    '/docs/guides',
    '/docs/RULES',
  ])('serves nothing at %s', async (path) => {
    const answer = await get(path)
    expect([answer.status, await answer.text()]).toStrictEqual([404, '{"message":["Not found"]}'])
  })
  it('names the command that is missing where nothing is built', () => {
    expect(() => folderMounts('/docs', pathToFileURL(join(outside, 'absent/')))).toThrow('run npm run build')
  })
})
