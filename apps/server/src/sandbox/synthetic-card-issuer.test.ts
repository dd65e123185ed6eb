import { describe, expect, it } from 'vitest'
import { publishedMerchants } from './published-data.ts'
import { createSyntheticCardIssuer } from './synthetic-card-issuer.ts'

const [merchant] = publishedMerchants.filter(({ cardsHavePin }) => cardsHavePin)
const issue = (cardId: number, seed = 'seed') =>
  createSyntheticCardIssuer(seed).issue({
    reference: `card:${cardId}`,
    cardId,
    merchant: merchant!,
    faceValueCents: 1000,
  })

describe('createSyntheticCardIssuer', () => {
  it('repeats a card under one seed', async () => {
    expect(await issue(200_001)).toStrictEqual(await issue(200_001))
    expect(await issue(200_001, 'other')).not.toStrictEqual(await issue(200_001))
  })

  it('makes serials that say nothing of the number', async () => {
    const cards = await Promise.all(Array.from({ length: 200 }, (_, index) => issue(200_001 + index)))
    expect(cards.filter(({ number, serial }) => serial.includes(number.slice(-6)))).toStrictEqual([])
  })
})
