import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCardVault, keyIdOf, toCardDataKey } from './card-vault.ts'
import { resealCards, UnknownCardKeyError } from './reseal-cards.ts'

const [oldest, former, current] = [1, 2, 3].map(() => toCardDataKey(randomBytes(32))) as [
  ReturnType<typeof toCardDataKey>,
  ReturnType<typeof toCardDataKey>,
  ReturnType<typeof toCardDataKey>,
]
const secretsOf = (cardId: number) => ({ number: `99990000${cardId}`, pin: '1234', serial: `${cardId}` })

/** `count` cards, sealed by turns with each of the three keys; the batch numbered `failAt` is refused. */
function createCards(count: number, failAt?: number) {
  const cards = new Map<number, string>()
  for (let cardId = 1; cardId <= count; cardId += 1) {
    const key = [oldest, former, current][cardId % 3] ?? current
    cards.set(cardId, createCardVault(key).seal(cardId, secretsOf(cardId)))
  }
  const state = { batches: 0, failAt }
  return {
    cards,
    state,
    upkeep: {
      listSealedCards: async (after: number, limit: number) =>
        [...cards]
          .filter(([cardId]) => cardId > after)
          .slice(0, limit)
          .map(([cardId, sealed]) => ({ cardId, sealed })),
      async replaceSealedCards(
        changes: readonly { readonly cardId: number; readonly sealed: string; readonly from: string }[],
      ) {
        state.batches += 1
        if (state.batches === state.failAt) throw new Error('Killed')
        const fitting = changes.filter(({ cardId, from }) => cards.get(cardId) === from)
        for (const { cardId, sealed } of fitting) cards.set(cardId, sealed)
        return fitting.length
      },
    },
  }
}

const keysOf = (cards: ReadonlyMap<number, string>) => new Set([...cards.values()].map(keyIdOf))

describe('resealCards', () => {
  it('seals every card with the current key, and loses none', async () => {
    const { cards, upkeep } = createCards(250)
    expect(await resealCards(upkeep, current, [former, oldest])).toStrictEqual({ resealed: 167, current: 83 })
    expect(keysOf(cards)).toStrictEqual(new Set([current.id]))
    const vault = createCardVault(current)
    for (const [cardId, sealed] of cards) expect(vault.open(cardId, sealed)).toStrictEqual(secretsOf(cardId))
  })

  it('goes on where it was stopped', async () => {
    const { cards, state, upkeep } = createCards(250, 2)
    await expect(resealCards(upkeep, current, [former, oldest])).rejects.toThrow('Killed')
    expect(keysOf(cards).size).toBe(3)
    const vault = createCardVault(current, [former, oldest])
    for (const [cardId, sealed] of cards) expect(vault.open(cardId, sealed)).toStrictEqual(secretsOf(cardId))
    const before = new Map(cards)
    state.failAt = undefined
    await resealCards(upkeep, current, [former, oldest])
    expect(keysOf(cards)).toStrictEqual(new Set([current.id]))
    // What was done was not done again.
    expect(cards.get(1)).toBe(before.get(1))
  })

  it('names the key that is not configured', async () => {
    const { upkeep } = createCards(3)
    const sentence = `CARD_DATA_KEYS_OLD lacks the key ${former.id}, which sealed card 1`
    await expect(resealCards(upkeep, current, [oldest])).rejects.toThrow(new UnknownCardKeyError(sentence))
  })
})
