import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findAccessibilityFaults } from './find-accessibility-faults.ts'
import { noFaults, openBrowser, type PageOptions, type TestBrowser } from './open-browser.ts'

let body = ''
let server: Server
let url: string
let browser: TestBrowser
beforeAll(async () => {
  server = createServer((_, response) => {
    const page = `<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>${body}</main></html>`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  browser = await openBrowser()
})
afterEach(() => browser.closePages())
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

const open = (html: string, options?: PageOptions): Promise<Page> => {
  body = html
  return browser.openPage(url, options)
}

describe('openBrowser', () => {
  it('blocks and notes every request to another origin', async () => {
    const page = await open(`
      <img alt="" src="https://images.example.com/logo.png">
      <link rel="stylesheet" href="//fonts.example.com/a.css">
      <img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">
      <a href="https://www.example.com/" target="_blank">Elsewhere</a>`)
    const refused = await page.evaluate(`fetch('http://127.0.0.1:1/').catch((error) => error.name)`)
    await page.evaluate(`new Promise((resolve) => {
      new WebSocket('wss://live.example.com/').onclose = resolve
    })`)
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link').click()])
    await popup.waitForLoadState()
    expect(refused).toBe('TypeError')
    const { attempted } = await browser.takeFaults()
    expect(attempted.toSorted()).toStrictEqual([
      'http://127.0.0.1:1/',
      'http://fonts.example.com/a.css',
      'https://images.example.com/logo.png',
      'https://www.example.com/',
      'wss://live.example.com/',
    ])
  })

  it('notes console errors and uncaught exceptions', async () => {
    await open(`<script>console.error('wrong'); console.warn('odd'); throw new Error('broken')</script>`)
    const { attempted, errors } = await browser.takeFaults()
    expect(attempted).toStrictEqual([])
    expect(errors).toStrictEqual([expect.stringContaining('wrong'), expect.stringContaining('broken')])
  })

  it('leaves out the errors that a test provokes', async () => {
    await open(`<script>console.error('expected'); console.error('other')</script>`, {
      expectedErrors: [/^expected/],
    })
    const { errors } = await browser.takeFaults()
    expect(errors).toStrictEqual([expect.stringMatching(/^other/)])
  })

  it('forgets the faults it has told', async () => {
    await open(`<script>console.error('wrong')</script>`)
    await browser.takeFaults()
    await open('')
    expect(await browser.takeFaults()).toStrictEqual(noFaults)
  })

  it('shows a page on a phone in the dark', async () => {
    const page = await open('', { theme: 'dark', phone: true })
    const isDark = `matchMedia('(prefers-color-scheme: dark)').matches`
    expect(await page.evaluate(`[innerWidth, ${isDark}]`)).toStrictEqual([375, true])
  })
})

describe('findAccessibilityFaults', () => {
  it('names impact, rule, theme, element and reason', async () => {
    const page = await open(`
      <style>@media (prefers-color-scheme: dark) { body { background: black; color: #333 } }</style>
      <p>Dark on dark</p><p style="color: #999">Pale on white</p><button></button>`)
    expect(await findAccessibilityFaults(page)).toStrictEqual([
      expect.stringMatching(/^critical button-name \(light\): button: Element does not have inner text/),
      expect.stringMatching(/^serious color-contrast \(light\): p:nth-child\(4\): Element has insufficient/),
      expect.stringMatching(/^serious color-contrast \(dark\): h1: Element has insufficient/),
      expect.stringMatching(/^serious color-contrast \(dark\): p:nth-child\(3\): Element has insufficient/),
    ])
  })
})
