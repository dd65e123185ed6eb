import type { MarketplaceDeps } from '../deps.ts'
import { type Outcome, done, isDone, refused } from '../refusal.ts'
import { settleAccount } from '../orders/settle-account.ts'
import { inWallet, maskCard, type WalletCard } from '../wallet/wallet-card.ts'

/** Spends part of a card's balance, as its merchant would; at 0 the card is spent (decision: wallet). */
export async function spendWalletCard(
  deps: MarketplaceDeps,
  cardId: number,
  amountCents: number,
): Promise<Outcome<WalletCard, 'card_not_found' | 'amount_above_balance'>> {
  const owner = (await deps.store.ask((tx) => tx.findCard(cardId)))?.order.customerId
  if (owner === undefined) return refused('card_not_found')
  await settleAccount(deps, owner)
  return deps.store.transaction(async (tx) => {
    await tx.lock({ kind: 'customer', customerId: owner })
    const found = await tx.findCard(cardId)
    const card = found && inWallet(found, found.order.customerId)
    if (card === undefined) return refused('card_not_found')
    if (amountCents > card.unit.currentBalanceCents) return refused('amount_above_balance')
    const unit = { ...card.unit, currentBalanceCents: card.unit.currentBalanceCents - amountCents }
    await tx.updateOrder(card.order.id, { units: [unit] })
    return done(maskCard(deps.vault, { ...card, unit }))
  }, isDone)
}
