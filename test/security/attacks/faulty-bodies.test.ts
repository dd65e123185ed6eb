import { operationTable } from '@giftcards/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fillCart, fillPath, type Partner, send, storyCard } from '@giftcards/test-harness'
import { type AttackedServer, startAttackedServer } from './start-attacked-server.ts'

/** The largest body that the server accepts. */
const bodyBytes = 256 * 1024
const most = { messages: 20, responseBytes: 16 * 1024 }

let server: AttackedServer
let partner: Partner
let addCardsPath: string
beforeAll(async () => {
  server = await startAttackedServer()
  partner = await server.partner('elite@example.com')
  const { cartId } = await fillCart(partner, [storyCard.harborEcode()])
  addCardsPath = fillPath(operationTable.addCards.path, { path: { cartId } })
})
afterAll(() => server.close())

/** Returns `begin`, as many items as fit, and `end`. */
function fillBody(begin: string, item: (index: number) => string, end: string): string {
  const parts: string[] = []
  for (let index = 0, bytes = begin.length + end.length; ; index += 1) {
    const text = item(index)
    bytes += text.length + 1
    if (bytes > bodyBytes) return begin + parts.join(',') + end
    parts.push(text)
  }
}

const wrongCard = {
  merchantId: 'none',
  faceValue: -0.001,
  percentOff: 'half',
  type: 'wooden',
  quantity: 0.5,
  isLowRisk: 'maybe',
}
const unknown = (index: number): string => `"unknown${index}":${index}`

describe('a body of 256 KiB full of faults', () => {
  it.each<[string, () => string]>([
    ['cards that are numbers', () => fillBody('{"cards":[', () => '0', ']}')],
    ['cards without a property', () => fillBody('{"cards":[', () => '{}', ']}')],
    ['cards with every property wrong', () => fillBody('{"cards":[', () => JSON.stringify(wrongCard), ']}')],
    [
      'long cards with every property wrong',
      () => fillBody('{"cards":[', () => JSON.stringify({ ...wrongCard, type: 'x'.repeat(500) }), ']}'),
    ],
    ['a card of thousands of properties', () => fillBody('{"cards":[{', unknown, '}]}')],
    ['thousands of properties', () => fillBody('{', unknown, '}')],
    ['thousands of equal properties', () => fillBody('{', () => '"cards":0', '}')],
    ['arrays in arrays', () => `{"cards":${'['.repeat(130_000)}${']'.repeat(130_000)}}`],
    ['objects in objects', () => `{"cards":${'{"a":'.repeat(43_000)}0${'}'.repeat(43_000)}}`],
    ['one huge string', () => `{"cards":"${'x'.repeat(262_000)}"}`],
    ['a type that is a huge string', () => `{"cards":[{"type":"${'x'.repeat(262_000)}"}]}`],
    ['a number of thousands of digits', () => `{"cards":[{"faceValue":${'9'.repeat(262_000)}}]}`],
    ['a huge name', () => `{"${'x'.repeat(262_000)}":0}`],
    ['text that is not JSON', () => `{"cards":${'"'.repeat(262_000)}`],
  ])('gets a short response: %s', async (_what, toBody) => {
    const checkoutPath = fillPath(operationTable.checkout.path, { query: { checkout: 'condensed' } })
    const headers = { 'x-cc-app': 'demo-app', authorization: `Bearer ${partner.token}` }
    for (const path of [addCardsPath, checkoutPath]) {
      const { status, messages, text } = await send(server.url, {
        method: 'post',
        path,
        headers,
        body: toBody(),
      })
      expect(status, `answer ${text.slice(0, 500)}`).toBe(400)
      expect(messages.length).toBeLessThanOrEqual(most.messages)
      expect(text.length).toBeLessThan(most.responseBytes)
    }
  })
})

const cart = (type: string) =>
  partner.call('createCart', { body: { action: 'buy' }, headers: { 'content-type': type } })
const account = (type: string) => partner.call('getDrawdownAccount', { headers: { 'content-type': type } })

describe('a value of Content-Type', () => {
  it('has no validator of its own compiled', async () => {
    // Validators are compiled from text, so this counts every compilation.
    const compiled = vi.spyOn(globalThis, 'Function')
    const usual = [await cart('application/json'), await account('application/json')]
    compiled.mockClear()
    for (let value = 0; value < 20; value += 1) {
      for (const type of [`application/json; x=${value}`, `application/json; charset=utf-8; b=${value}`])
        expect((await cart(type)).status).toBe(usual[0]?.status)
      expect((await account(`text/x${value}`)).status).toBe(200)
    }
    expect(compiled).not.toHaveBeenCalled()
    compiled.mockRestore()
  })

  it('is counted by what compiles the first', async () => {
    const compiled = vi.spyOn(globalThis, 'Function')
    const fresh = await startAttackedServer()
    await (await fresh.partner()).call('createCart', { body: { action: 'buy' } })
    expect(compiled).toHaveBeenCalled()
    compiled.mockRestore()
    await fresh.close()
  })
})
