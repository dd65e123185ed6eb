import type { Barcode, Order } from '@giftcards/client'
import { toDollars } from './amounts.ts'
import { columnsOf, drawBars } from './barcode/draw-bars.ts'
import { isCode128Text, toCode128Modules } from './barcode/encode-code-128.ts'
import type { Stage } from './stage.ts'
import type { Terminal } from './terminal.ts'

/** Looks a card of an order up, reveals it, and draws its barcode; number and PIN never reach the terminal. */
export async function showCard({ client, terminal, signal }: Stage, order: Order): Promise<void> {
  // The last one to come: its unmasked values can still be had.
  const cardId = order.cards.at(-1)?.id ?? 0
  terminal.step('Look at the last card in the wallet.')
  const card = await client.getWalletCard({ cardId }, { signal })
  const { merchant, amount } = card
  terminal.outcome(
    `${merchant.name}, ${card.status}, ${toDollars(amount.currentBalance)}: number ${card.number}, PIN ${card.pin}.`,
  )

  terminal.step('Reveal it, which is possible for 24 hours.')
  const { number, pin, barcode } = await client.getSecureData({ cardId }, { signal })
  terminal.outcome(
    `${number.length} digits of the number and ${pin.length} of the PIN arrived. They are not shown.`,
  )

  terminal.step('Show the barcode at the till.')
  terminal.print(linesOf(barcode, terminal))
  terminal.outcome(`${merchant.name} ${card.number}`)
  if (terminal.isLive && !terminal.isColoured) {
    terminal.outcome(
      'Without colors the bars are as light as your text: a scanner needs dark bars on a light background.',
    )
  }
}

function linesOf(
  { format, contents }: Barcode,
  { columns, isLive, isColoured }: Terminal,
): readonly string[] {
  if (format !== 'CODE128' || !isCode128Text(contents))
    return [`   A barcode of format ${format} is not drawn here.`]
  const modules = toCode128Modules(contents)
  const wide = columnsOf(modules.length)
  if (isLive && wide > columns) {
    return [
      `   The barcode takes ${wide} columns, this window has ${columns}: widen it and run the demo again.`,
    ]
  }
  return drawBars(modules, { height: 6, coloured: isColoured })
}
