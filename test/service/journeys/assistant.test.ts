import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useSandbox } from '@giftcards/test-harness/vitest'
import { buyCard, type Task } from './assistant/buy-card.ts'
import { HttpReach } from './assistant/http-reach.ts'
import { McpReach } from './assistant/mcp-reach.ts'

const task: Task = {
  goal: 'buy a gift card',
  until: 'fulfilled',
  wanted: 'barcode',
  partner: { appId: 'demo-app', email: 'elite@example.com', password: 'correct-horse-battery' },
}

const purchase = {
  called: ['createSession', 'login', 'checkout', 'getOrder', 'getWalletCard'],
  found: { format: expect.any(String) as string, contents: expect.stringMatching(/\w{6,}/) as string },
}

/** A common approximation for English and JSON. It yields more tokens than tokenizers count. */
const charactersPerToken = 3.5

const sandbox = await useSandbox()

describe('an assistant with the tools of contract mcp', () => {
  let reach: McpReach
  beforeAll(async () => {
    reach = new McpReach(task.partner)
    await reach.open(sandbox.url)
  })
  afterAll(() => reach.client.close())

  it('finds how to buy a card and does it', async () => {
    expect(await buyCard(reach, task)).toMatchObject(purchase)
  })

  it('reads tools and operations in 2,000 tokens', async () => {
    const { tools } = await reach.client.listTools()
    const text = `${reach.client.getInstructions()}${JSON.stringify(tools)}${await reach.use('read_operation')}`
    expect(tools.length).toBeLessThanOrEqual(4)
    expect(text.length / charactersPerToken).toBeLessThan(2000)
  })

  it.each([
    ['cart_not_found', 'errors/cart_not_found.md'],
    ['error code payment_declined', 'errors/payment_declined.md'],
    ['Secure data is no longer available', 'errors/secure_data_expired.md'],
  ])('finds the page of an error: %s', async (query, path) => {
    const results = await reach.use('search_docs', { query })
    const [first] = Array.from(results.matchAll(/^- page \[.*?\]\(([^)#]+)/gm), ([, found]) => found)
    expect(first).toBe(path)
    expect(await reach.use('read_page', { path })).toContain('## What to do')
  })

  it('is told what to fix before anything is sent', async () => {
    const lines = sandbox.logLines.length
    const wrong = { operationId: 'checkout', parameters: { checkout: 'full' }, body: { cards: [] } }
    await expect(reach.use('call_operation', wrong)).rejects.toThrow(
      'parameters.checkout is not one of the allowed values: ["condensed"]',
    )
    expect(sandbox.logLines).toHaveLength(lines)
  })
})

describe('an assistant with llms.txt and Markdown over HTTP', () => {
  it('finds how to buy a card and does it', async () => {
    expect(await buyCard(new HttpReach(sandbox.url, task.partner), task)).toMatchObject(purchase)
  })
})
