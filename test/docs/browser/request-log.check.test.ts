import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { placeOrder, storyAddress, storyCard, storyPayments } from '@giftcards/test-harness'
import { findAccessibilityFaults, type PageOptions, useBrowser } from '@giftcards/test-browser'
import { sandbox } from '../site.ts'
import { findOverflow } from './find-overflow.ts'

const browser = useBrowser()
beforeEach(() => sandbox.reset())

const checkout = {
  cards: [storyCard.harborB2B()],
  payment: storyPayments.ACH,
  shippingDetails: { ...storyAddress, company: `O'Neil & "Sons" $HOME` },
  billingDetails: storyAddress,
}

async function watch(options?: PageOptions): Promise<Page> {
  const page = await browser.openPage(`${sandbox.url}/sandbox/`, options)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return page
}

const panel = (page: Page) => page.getByRole('region', { name: 'Requests' })

async function open(page: Page, operationId: string): Promise<void> {
  const row = panel(page).getByRole('button', { name: new RegExp(`${operationId}$`) })
  await row.first().click()
  await panel(page).getByRole('button', { name: 'Copy as curl' }).waitFor()
}

/** Copies the open request as curl, and returns the command from the clipboard. */
async function copy(page: Page, message: string): Promise<string> {
  await panel(page).getByRole('button', { name: 'Copy as curl' }).click()
  await panel(page).getByRole('status').getByText(message).waitFor()
  return page.evaluate<string>('navigator.clipboard.readText()')
}

/** Runs a command as if a reader had pasted it into a terminal. */
async function runInShell(command: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { PATH = '' } = process.env
  return (await promisify(execFile)('sh', ['-c', command], { env: { PATH, ...env } })).stdout
}

const show = (requestNumber = 0) => sandbox.wantControl('getRequest', 200, { path: { requestNumber } })

const requestsNow = async () => (await sandbox.wantControl('listRequests', 200)).requests

describe('the request log of the sandbox page', () => {
  it('opens a request to its headers and bodies, masked', async () => {
    const partner = await sandbox.partner('elite@example.com')
    await partner.call('login', { body: { customer: { email: 'elite@example.com', password: 'a guess' } } })
    const page = await watch()
    await open(page, 'login')
    const request = panel(page).getByRole('region', { name: 'Request', exact: true })
    expect(await request.locator('dl').innerText()).toMatch(/x-cc-app\s+demo-app/)
    expect(await request.locator('mark').allTextContents()).toEqual(expect.arrayContaining(['***', '"***"']))
    expect(JSON.parse(await request.locator('pre').innerText())).toStrictEqual({
      customer: { email: 'elite@example.com', password: '***' },
    })
    const response = panel(page).getByRole('region', { name: 'Response', exact: true })
    expect(JSON.parse(await response.locator('pre').innerText())).toStrictEqual({
      message: ['Invalid email or password'],
    })
    const link = panel(page).getByRole('link', { name: 'login_failed' })
    expect(await link.getAttribute('href')).toBe('../docs/errors/login_failed.html')
    expect(await page.content()).not.toContain('a guess')
  })

  it('copies a request as a curl command that works', async () => {
    const partner = await sandbox.partner('elite@example.com')
    await partner.want('checkout', 201, { body: checkout })
    const page = await watch()
    await open(page, 'checkout')
    const command = await copy(page, 'Copied. Set $TOKEN first.')
    expect(await panel(page).getByLabel('The request as a curl command').innerText()).toBe(command)

    const output = await runInShell(command, { TOKEN: partner.token })
    expect(output).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
    const [again, original] = await requestsNow()
    expect([again?.operationId, original?.operationId]).toStrictEqual(['checkout', 'checkout'])
    const [ran, sent] = [await show(again?.number), await show(original?.number)]
    expect(ran.request.body).toStrictEqual(sent.request.body)
    expect(ran.query).toStrictEqual(sent.query)
    expect((await sandbox.wantControl('listOrders', 200)).orderCount).toBe(2)

    // The command for a login has a variable for the password.
    await open(page, 'login')
    const login = await copy(page, 'Set $TOKEN, $PASSWORD first.')
    const PASSWORD = 'correct-horse-battery'
    expect(await runInShell(login, { TOKEN: partner.token, PASSWORD })).toContain('HTTP/1.1 200 OK')
    expect(await runInShell(login, { TOKEN: partner.token, PASSWORD: 'a guess' })).toContain(
      'x-error-code: login_failed',
    )
  })

  it('replays a request, and shows where the new one comes from', async () => {
    const partner = await sandbox.partner('elite@example.com')
    await partner.want('checkout', 201, { body: checkout, headers: { 'idempotency-key': 'order-17' } })
    const page = await watch()
    await open(page, 'checkout')
    await panel(page).getByRole('button', { name: 'Replay', exact: true }).click()
    await panel(page).getByText('idempotent-replayed').waitFor()
    expect((await requestsNow())[0]).toMatchObject({ operationId: 'checkout', number: 4, replayOf: 3 })
    expect((await sandbox.wantControl('listOrders', 200)).orderCount).toBe(1)
    const focused = page.locator(':focus')
    expect(await focused.getAttribute('aria-expanded')).toBe('true')

    await panel(page).getByRole('button', { name: 'request 3' }).click()
    await expect.poll(() => panel(page).getByText('idempotent-replayed').count()).toBe(0)
    await panel(page).getByRole('button', { name: 'Replay with a new key' }).click()
    await panel(page)
      .getByText(/^replay-[0-9a-f-]{36}$/)
      .waitFor()
    expect((await sandbox.wantControl('listOrders', 200)).orderCount).toBe(2)
    expect((await requestsNow())[0]).toMatchObject({ number: 5, replayOf: 3, status: 201 })
  })

  it('tells that a request cannot be replayed', async () => {
    const partner = await sandbox.partner()
    const cards = Array.from({ length: 400 }, () => storyCard.harborB2B())
    await partner.call('checkout', { body: { ...checkout, cards } })
    const page = await watch()
    await open(page, 'checkout')
    await panel(page).getByText('it cannot be replayed').waitFor()
    expect(await panel(page).getByRole('button', { name: 'Replay' }).isDisabled()).toBe(true)
    await panel(page)
      .getByText(/^[\d,]+ bytes, cut$/)
      .waitFor()
  })

  it('is accessible and fits a phone', async () => {
    const partner = await sandbox.partner('elite@example.com')
    await placeOrder(partner, [storyCard.northwindPhysical()])
    await partner.call('getWalletCard', { path: { cardId: 999_999 } })
    const page = await watch({ phone: true })
    for (const operationId of ['checkout', 'getWalletCard']) {
      await open(page, operationId)
      await panel(page).getByRole('button', { name: 'Copy as curl' }).click()
      await panel(page).getByLabel('The request as a curl command').waitFor()
      expect(await findOverflow(page)).toStrictEqual([])
      expect(await findAccessibilityFaults(page)).toStrictEqual([])
    }
  })
})
