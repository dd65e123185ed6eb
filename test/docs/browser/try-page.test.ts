import { beforeEach, describe, expect, it } from 'vitest'
import { sharedMock } from '@giftcards/test-harness/mock'
import { findAccessibilityFaults, type PageOptions, phoneSize, useBrowser } from '@giftcards/test-browser'
import { sandbox } from '../site.ts'
import { findOverflow } from './find-overflow.ts'
import { steerTryPage, type TryPage } from './try-page.ts'

const browser = useBrowser()
beforeEach(() => sandbox.reset())

const open = async (options?: PageOptions): Promise<TryPage> =>
  steerTryPage(await browser.openPage(`${sandbox.url}/docs/try.html`, options))

describe('try-it', () => {
  it('buys cards once for one key, and finds one in the wallet', async () => {
    const reader = await open()
    await reader.openSession()
    await reader.logIn('standard@example.com')
    await reader.choose('Check out in one request', 'Bank transfer')
    await reader.send(201)
    expect(await reader.bodyText()).toContain('"due": "180.81"')
    await reader.follow('Check the order status')
    await reader.send(200)
    expect(await reader.bodyText()).toContain('"status": "Processing"')
    await reader.follow('Get a wallet card')
    await reader.send(200)
    expect(await reader.bodyText()).toMatch(/"number": "\*{4}\d{4}"/)

    const { body } = await sandbox.control('listRequests')
    expect(body).toMatchObject({
      requests: [
        { operationId: 'getWalletCard', status: 200 },
        { operationId: 'getOrder', status: 200 },
        { operationId: 'checkout', status: 201 },
        { operationId: 'login', status: 200 },
        { operationId: 'createSession', status: 200 },
      ],
    })

    // A second request with the same key buys nothing, and the page says so.
    await reader.choose('Check out in one request', 'Bank transfer')
    await reader.send(201)
    await reader.send(201)
    expect(await reader.responseText()).toContain('did not repeat the request')
    await reader.page.getByRole('button', { name: 'New Idempotency-Key' }).click()
    await reader.send(201)
    expect(await reader.responseText()).not.toContain('did not repeat the request')
  })

  it('is left and entered by the address of each operation', async () => {
    const reader = await open()
    const { page } = reader
    const title = page.getByRole('heading', { level: 2 })
    await reader.choose('Apply a coupon')
    await reader.choose('Get a wallet card')
    expect(page.url()).toMatch(/#getWalletCard$/)
    await page.goBack()
    await title.getByText('Apply a coupon', { exact: true }).waitFor()
    await page.goForward()
    await title.getByText('Get a wallet card', { exact: true }).waitFor()
    await page.goto(`${sandbox.url}/docs/try.html#%E0%A4%A`)
    await page.reload()
    await title.getByText('Create a session', { exact: true }).waitFor()
  })

  it('shows what a partner types as text alone', async () => {
    const script = '<img src=x onerror="globalThis.isBroken = true">'
    const reader = await open({ expectedErrors: [/status of 404/] })
    const { page } = reader
    await reader.openSession()
    await reader.choose('Apply a coupon')
    await page.getByLabel(/^cartId/).fill(script)
    await page.getByLabel(/^couponCode/).fill(script)
    await reader.send(404)
    expect(await page.getByLabel('The request as curl').textContent()).toContain(encodeURIComponent(script))
    expect(await page.evaluate('globalThis.isBroken')).toBeUndefined()
  })

  it('says what to do after a refusal, and leads to its page', async () => {
    const reader = await open({ expectedErrors: [/status of 400/] })
    await reader.logIn('elite@example.com')
    await reader.choose('Check out in one request', 'A bank account that refuses payments')
    await reader.send(400)
    expect(await reader.responseText()).toContain('Insufficient funds')
    await reader.page.getByRole('link', { name: 'About this error' }).click()
    await reader.page.getByRole('heading', { level: 1, name: 'payment_declined' }).waitFor()
  })

  it('shows no token, forces responses, and sends tokens that nobody issued', async () => {
    const reader = await open({ expectedErrors: [/status of 4\d\d/] })
    const { page } = reader
    await reader.openSession()
    const token = /eyJ[\w-]+\.[\w-]+\.[\w-]+/
    expect(await page.locator('body').textContent()).not.toMatch(token)
    await page.getByRole('checkbox', { name: 'Show masked values' }).check()
    expect(await reader.bodyText()).toMatch(token)
    expect(await page.evaluate('[localStorage.length, sessionStorage.length]')).toStrictEqual([0, 0])
    await reader.choose('Get the drawdown balance')
    const tokens = page.getByRole('combobox', { name: 'sessionToken', exact: true })
    await tokens.selectOption('An invalid one')
    await reader.send(400)
    expect(await reader.responseText()).toContain('400 token_invalid')
    await tokens.selectOption('As given above')
    await page.getByText('Optional fields').click()
    await page.getByLabel('x-sandbox-trigger').selectOption('rate_limited')
    await reader.send(429)
  })

  it('sends requests to the mock as well, and masks number, PIN and barcode of a card', async () => {
    const mockUrl = await sharedMock()
    const reader = await open({ alsoReaches: [mockUrl] })
    await reader.page.getByRole('radio', { name: 'Mock' }).check()
    await reader.page.getByRole('textbox', { name: 'Address' }).fill(mockUrl)
    await reader.openSession()
    await reader.choose('Get unmasked card data')
    await reader.send(200)
    const text = await reader.bodyText()
    expect(text).toMatch(/"number": "\*{4}"/)
    expect(text).toMatch(/"pin": "\*{4}"/)
    expect(text).toMatch(/"contents": "\*{4}"/)
  })

  it('is accessible before and after a request, and fits a phone', async () => {
    const reader = await open()
    expect(await findAccessibilityFaults(reader.page)).toStrictEqual([])
    await reader.openSession()
    expect(await findAccessibilityFaults(reader.page)).toStrictEqual([])
    await reader.page.setViewportSize(phoneSize)
    expect(await findOverflow(reader.page)).toStrictEqual([])
  })
})
