import type { Upkeep } from '@giftcards/storage'
import { type CardDataKey, createCardVault, keyIdOf } from './card-vault.ts'

/** What a rotation came to. */
export interface Resealed {
  readonly resealed: number
  /** Those that the current key had sealed before. */
  readonly current: number
}

/** A card was sealed with a key that nobody configured; the message is one line for an operator, without a secret. */
export class UnknownCardKeyError extends Error {
  override readonly name = 'UnknownCardKeyError'
}

const batchSize = 100

/**
 * Seals every card again with the current key, a batch in a transaction, oldest first. Stopped half-way, it leaves some
 * cards under each key, all of them readable, and goes on where it is run again. Servers may run meanwhile, once all of
 * them know the current key.
 */
export async function resealCards(
  upkeep: Pick<Upkeep, 'listSealedCards' | 'replaceSealedCards'>,
  key: CardDataKey,
  oldKeys: readonly CardDataKey[],
): Promise<Resealed> {
  const vault = createCardVault(key, oldKeys)
  const known = new Set([key, ...oldKeys].map(({ id }) => id))
  const total = { resealed: 0, current: 0 }
  for (let after = 0; ;) {
    const batch = await upkeep.listSealedCards(after, batchSize)
    const last = batch.at(-1)
    if (last === undefined) return total
    const old = batch.filter(({ sealed }) => keyIdOf(sealed) !== key.id)
    const unknown = old.find(({ sealed }) => !known.has(keyIdOf(sealed)))
    if (unknown !== undefined) {
      throw new UnknownCardKeyError(
        `CARD_DATA_KEYS_OLD lacks the key ${keyIdOf(unknown.sealed)}, which sealed card ${unknown.cardId}`,
      )
    }
    const changes = old.map(({ cardId, sealed: from }) => ({
      cardId,
      from,
      sealed: vault.seal(cardId, vault.open(cardId, from)),
    }))
    total.resealed += await upkeep.replaceSealedCards(changes, key.id)
    total.current += batch.length - old.length
    after = last.cardId
  }
}
