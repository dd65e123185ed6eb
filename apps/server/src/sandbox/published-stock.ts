import type { CardType, StockKey } from '@giftcards/marketplace'

const stock = (
  merchantId: number,
  type: CardType,
  dollars: number,
  percentOff: number,
  onHand: number,
  isLowRisk = false,
): StockKey & { readonly onHand: number } => ({
  merchantId,
  type,
  faceValueCents: dollars * 100,
  percentOffBps: Math.round(percentOff * 100),
  isLowRisk,
  onHand,
})

/** The stock of the sandbox after a reset (decision: sandbox). */
export const publishedStock: readonly (StockKey & { readonly onHand: number })[] = [
  stock(101, 'ecode', 50, 8.5, 5),
  stock(101, 'ecode', 50, 8.5, 5, true),
  stock(101, 'physical', 100, 7, 5),
  stock(102, 'newEcodeB2B', 25, 3.3, 100),
  stock(102, 'ecode', 5, 0.5, 20),
  stock(103, 'ecode', 35, 4.5, 3),
  stock(103, 'ecode', 15, 12.5, 0),
  stock(104, 'newEcodeAsPre', 20, 2, 50),
  stock(104, 'ecode', 10, 5, 1),
  ...[901, 902, 903, 904, 905, 906].map((merchantId) => stock(merchantId, 'ecode', 10, 5, 20)),
]
