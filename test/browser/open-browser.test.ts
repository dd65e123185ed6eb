import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { findAccessibilityFaults } from './find-accessibility-faults.ts'
import { noFaults, openBrowser } from './open-browser.ts'

let body = ''
const server = createServer((_, response) => {
  const page = `<!doctype html><html lang="en"><title>Page</title><main><h1>Page</h1>${body}</main></html>`
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const browser = await openBrowser()
afterEach(() => browser.closePages())
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const open = (html: string, expectedErrors: readonly RegExp[] = []): Promise<Page> => {
  body = html
  return browser.openPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { expectedErrors })
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

  it('notes once the console errors that no test expects, and uncaught exceptions', async () => {
    const script = `console.error('expected'); console.error('wrong'); console.warn('odd'); throw new Error('broken')`
    await open(`<script>${script}</script>`, [/^expected/])
    const { attempted, errors } = await browser.takeFaults()
    expect(attempted).toStrictEqual([])
    expect(errors).toStrictEqual([expect.stringContaining('wrong'), expect.stringContaining('broken')])
    expect(await browser.takeFaults()).toStrictEqual(noFaults)
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
