import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useBrowser } from '@giftcards/test-browser'
import { docsUrl, sandbox } from '../site.ts'

const browser = useBrowser()

describe('pages that name the server', () => {
  const published = 'http://127.0.0.1:3000'

  it.each([
    ['/docs/guides/quickstart.html', 'main'],
    ['/docs/guides/session-and-token-refresh.html', 'main'],
    ['/docs/reference.html', '#redoc'],
    ['/sandbox/status.html', 'main'],
  ])('name in %s the one that the reader has opened', async (path, selector) => {
    const page = await browser.openPage(`${sandbox.url}${path}`)
    const content = page.locator(selector).first()
    await expect.poll(() => content.textContent()).toContain(sandbox.url)
    expect(await content.textContent()).not.toMatch(/127\.0\.0\.1:3000(?!\d)/)
  })

  it('name the prefix of a proxy too', async () => {
    const proxy = createServer((request, response) => {
      const path = request.url?.replace(/^\/partner(?=\/)/, '') ?? ''
      const target = sendRequest(`${sandbox.url}${path}`, {
        method: request.method,
        headers: request.headers,
      })
      target.on('response', (answer) =>
        answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)),
      )
      request.pipe(target)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    onTestFinished(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const prefix = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/partner`
    const page = await browser.openPage(`${prefix}/docs/guides/quickstart.html`)
    await page.getByText(`API=${prefix}`).first().waitFor()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Status' }).click()
    await page.getByText('This sandbox works.').waitFor()
    expect(page.url()).toBe(`${prefix}/sandbox/status.html`)
  })

  it('keep the published one in a static folder', async () => {
    const page = await browser.openPage(`${docsUrl}/guides/quickstart.html`)
    await page.getByText(`API=${published}`).first().waitFor()
    expect(await page.getByRole('link', { name: 'Status', exact: true }).count()).toBe(0)
  })
})
