import type { Merchant } from '@giftcards/marketplace'

const merchant = (
  id: number,
  name: string,
  host: string,
  color: string,
  description: string,
  more: Partial<Merchant> = {},
): Merchant => ({
  id,
  name,
  image: `https://images.example.com/merchants/${id}.png`,
  balanceCheckLink: `https://${host}.example.com/balance`,
  color,
  description,
  buyMessage: 'Show the barcode at the till or enter the number online.',
  barcodeFormat: 'CODE128',
  barcodePrefix: `99${String(id).slice(-2)}`,
  cardsHavePin: true,
  canBalanceInquiry: true,
  course: 'standard',
  ...more,
})

/** The merchants of the sandbox; those from 901 on are magic (decision: sandbox). */
export const publishedMerchants: readonly Merchant[] = [
  merchant(101, 'Northwind Outfitters', 'northwind', '#1F6F5C', 'Clothing and gear for the outdoors'),
  merchant(102, 'Harbor Coffee', 'harbor', '#6B4226', 'Coffee and pastries by the water'),
  merchant(103, 'Pixel Arcade', 'pixel', '#4B2E83', 'Games and consoles'),
  merchant(104, 'Trailhead Fuel', 'trailhead', '#B3541E', 'Fuel and snacks on the way', {
    canBalanceInquiry: false,
  }),
  merchant(901, 'Slow Lane', 'slow-lane', '#5A5A5A', 'Orders stay Processing for ten minutes', {
    course: 'delayed',
  }),
  merchant(902, 'Second Look', 'second-look', '#5A5A5A', 'Orders go to Review', { course: 'review' }),
  merchant(903, 'Full Stop', 'full-stop', '#5A5A5A', 'Orders go to Hold', { course: 'hold' }),
  merchant(904, 'Change of Heart', 'change', '#5A5A5A', 'Orders are canceled after a minute', {
    course: 'cancel',
  }),
  merchant(905, 'No PIN Needed', 'no-pin', '#5A5A5A', 'Cards without a PIN', { cardsHavePin: false }),
  merchant(906, 'Window Display', 'window', '#5A5A5A', 'Cards that can be carted, never bought', {
    course: 'never-sold',
  }),
]
