import type { CardIssuer, Merchant } from '@giftcards/marketplace'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { publishedData } from '../../src/sandbox/published-data.ts'
import { createCardIssuer } from './card-issuer.ts'
import { type FakeProvider, startFakeProvider } from './fake-provider/start-fake-provider.ts'
import { createProviderClient, ProviderError } from './provider-client.ts'

let provider: FakeProvider
let issuer: CardIssuer
beforeEach(async () => {
  provider = await startFakeProvider()
  const pacing = { wait: async () => undefined, random: () => 0 }
  issuer = createCardIssuer(createProviderClient(provider.settings, pacing))
})
afterEach(() => provider.close())

const [merchant] = publishedData.merchants
const issue = (reference: string) =>
  issuer.issue({ reference, cardId: 1, merchant: merchant as Merchant, faceValueCents: 5000 })

describe('issue', () => {
  it('gives one card for one reference', async () => {
    provider.failNext({ kind: 'loses the response' })
    const card = await issue('card:1')
    expect(card).toStrictEqual({ number: '9999000000000001', pin: '4711', serial: 's1' })
    expect(await issue('card:1')).toStrictEqual(card)
    expect(await issue('card:2')).not.toStrictEqual(card)
    expect(provider.ledger.cards).toHaveLength(2)
  })

  it('rejects a card that it cannot read, and quotes nothing of it', async () => {
    provider.failNext({ kind: 'responds', status: 201, body: '{"number":"9999000000000001","pin":4711}' })
    await expect(issue('card:1')).rejects.toThrow(new ProviderError('The provider returned an invalid card'))
  })
})

describe('void', () => {
  it('makes a card worthless, once and again', async () => {
    await issue('card:1')
    await issuer.void('card:1')
    await issuer.void('card:1')
    expect(provider.ledger.cards).toMatchObject([{ reference: 'card:1', isVoid: true }])
  })

  it('leaves no card to be issued later', async () => {
    await issuer.void('card:1')
    await expect(issue('card:1')).rejects.toThrow(
      'The provider responded to the request for a card with 409 card_void',
    )
  })

  it('rejects where the provider does not do it', async () => {
    provider.failAlways({ kind: 'responds', status: 503 })
    await expect(issuer.void('card:1')).rejects.toThrow(ProviderError)
  })
})
