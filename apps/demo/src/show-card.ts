import type { Barcode, Order } from '@giftcards/client'
import { toDollars } from './amounts.ts'
import { columnsOf, drawBars } from './barcode/draw-bars.ts'
import { isCode128Text, toCode128Modules } from './barcode/encode-code-128.ts'
import type { Stage } from './stage.ts'
import type { Terminal } from './terminal.ts'

/** Gets a card of an order, then its unmasked data, and draws its barcode. Number and PIN never reach the terminal. */
export async function showCard({ client, terminal, signal }: Stage, order: Order): Promise<void> {
  // The card delivered last: its unmasked data is still available.
  const cardId = order.cards.at(-1)?.id ?? 0
  terminal.step('Get the last card from the wallet.')
  const card = await client.getWalletCard({ cardId }, { signal })
  const { merchant, amount } = card
  terminal.outcome(
    `${merchant.name}, ${card.status}, balance ${toDollars(amount.currentBalance)}: number ${card.number}, PIN ${card.pin}.`,
  )

  terminal.step('Get its unmasked number and PIN, available for 24 hours after delivery.')
  const { number, pin, barcode } = await client.getSecureData({ cardId }, { signal })
  terminal.outcome(
    `Received a number of ${number.length} digits and a PIN of ${pin.length}. The demo does not print them.`,
  )

  terminal.step('Draw its barcode, to scan at the till.')
  terminal.print(linesOf(barcode, terminal))
  terminal.outcome(`${merchant.name} ${card.number}`)
  if (terminal.isLive && !terminal.isColoured) {
    terminal.outcome('Colors are off. A scanner needs dark bars on a light background.')
  }
}

function linesOf(
  { format, contents }: Barcode,
  { columns, isLive, isColoured }: Terminal,
): readonly string[] {
  if (format !== 'CODE128' || !isCode128Text(contents))
    return [`   The demo cannot draw barcodes of format ${format}.`]
  const modules = toCode128Modules(contents)
  const wide = columnsOf(modules.length)
  if (isLive && wide > columns) {
    return [
      `   The barcode needs ${wide} columns and this window has ${columns}. Widen it and run the demo again.`,
    ]
  }
  return drawBars(modules, { height: 6, coloured: isColoured })
}
