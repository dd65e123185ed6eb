import type { SetInventoryInput } from '@giftcards/client/sandbox'

/** A card type that the stock control supports. */
export type CardType = SetInventoryInput['type']

const cardTypes = {
  ecode: true,
  physical: true,
  newEcodeB2B: true,
  newEcodeAsPre: true,
} as const satisfies Record<CardType, true>

/** Whether the stock control supports a card type; lists may contain others. */
export function isCardType(type: string): type is CardType {
  return Object.hasOwn(cardTypes, type)
}
