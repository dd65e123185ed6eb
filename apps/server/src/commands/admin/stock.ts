import {
  addMerchant,
  availableCount,
  type CardType,
  type Merchant,
  setStock,
  type StockBucket,
} from '@giftcards/marketplace'
import { UsageError } from '../read-arguments.ts'
import {
  argumentAt,
  optional,
  readBps,
  readCents,
  readForm,
  readInteger,
  readChoice,
  readText,
} from './values.ts'
import { listResult, refusal, type Verb } from './verb.ts'

const cardTypes: readonly CardType[] = ['ecode', 'physical', 'newEcodeB2B', 'newEcodeAsPre']
const mostCards = 1_000_000
const largestId = 999_999_999

function describe(bucket: StockBucket): string {
  const { merchantId, type, faceValueCents, percentOffBps, isLowRisk, onHand, reserved } = bucket
  const price = `${(faceValueCents / 100).toFixed(2)} at ${percentOffBps / 100} % off`
  return `${merchantId}  ${type}  ${price}${isLowRisk ? '  low risk' : ''}  ${onHand} on hand, ${reserved} reserved, ${availableCount(bucket)} available`
}

const describeMerchant = ({ id, name }: Merchant): string => `${id}  ${name}`

function readLink(name: string, text: string | undefined): string {
  const link = URL.parse(text?.trim() ?? '')
  if (link?.protocol !== 'https:' || link.href.length > 2048)
    throw new UsageError(`${name} must be an https address`)
  return link.href
}

/** Merchants, and the stock of their cards. */
export const stockVerbs: readonly Verb[] = [
  {
    name: 'merchant add',
    arguments: ['<id>'],
    options: {
      name: { value: '<text>', about: 'name that customers see', isRequired: true },
      image: { value: '<https address>', about: 'picture of the card', isRequired: true },
      'balance-link': {
        value: '<https address>',
        about: 'page where customers check a balance',
        isRequired: true,
      },
      color: { value: '<#rrggbb>', about: 'color of the brand' },
      description: { value: '<text>', about: 'about the merchant' },
      'buy-message': { value: '<text>', about: 'shown with a purchase' },
      'barcode-format': { value: '<name>', about: 'CODE128 unless another is given' },
      'barcode-prefix': { value: '<text>', about: 'put before the serial in the barcode' },
      'no-pin': { value: null, about: 'the cards have no PIN' },
      'balance-inquiry': { value: null, about: 'customers can check the balance' },
    },
    about: 'adds a merchant, whose cards can then be stocked',
    example:
      'merchant add 101 --name Northwind --image https://img.example.com/101.png --balance-link https://northwind.example.com',
    prepare(given) {
      const { options, flags } = given
      const text = (name: string) => optional(options[name], (one) => readText(`--${name}`, one, 500)) ?? ''
      const merchant: Merchant = {
        id: readInteger('The id', argumentAt(given, 0), 1, largestId),
        name: readText('--name', options['name'], 100),
        image: readLink('--image', options['image']),
        balanceCheckLink: readLink('--balance-link', options['balance-link']),
        color:
          optional(options['color'], (color) =>
            readForm('--color', color, /^#[\dA-Fa-f]{6}$/, 'a color such as #123456'),
          ) ?? '#000000',
        description: text('description'),
        buyMessage: text('buy-message'),
        barcodeFormat:
          optional(options['barcode-format'], (one) => readText('--barcode-format', one, 40)) ?? 'CODE128',
        barcodePrefix: text('barcode-prefix'),
        cardsHavePin: !flags.has('no-pin'),
        canBalanceInquiry: flags.has('balance-inquiry'),
        course: 'standard',
      }
      return async ({ store }) => {
        const outcome = await addMerchant(store, merchant)
        return outcome.kind === 'refused'
          ? refusal(outcome.reason)
          : { isDone: true, text: describeMerchant(outcome.value), data: outcome.value }
      }
    },
  },
  {
    name: 'merchant list',
    arguments: [],
    options: {},
    about: 'lists the merchants',
    example: 'merchant list',
    isRead: true,
    prepare:
      () =>
      async ({ store }) =>
        listResult(await store.read((tx) => tx.listMerchants()), describeMerchant, 'There is no merchant'),
  },
  {
    name: 'stock set',
    arguments: ['<on hand>'],
    options: {
      merchant: { value: '<id>', about: 'whose cards they are', isRequired: true },
      type: { value: '<type>', about: cardTypes.join(', '), isRequired: true },
      'face-value': { value: '<dollars>', about: 'of one card', isRequired: true },
      'percent-off': { value: '<percent>', about: 'the discount at which they are sold', isRequired: true },
      'low-risk': { value: null, about: 'the cards are low-risk stock' },
    },
    about: 'sets the number of cards of one kind, reserved ones included',
    example: 'stock set 500 --merchant 101 --type ecode --face-value 50 --percent-off 8.5',
    prepare(given) {
      const { options, flags } = given
      const onHand = readInteger('The count', argumentAt(given, 0), 0, mostCards)
      const key = {
        merchantId: readInteger('--merchant', options['merchant'], 1, largestId),
        type: readChoice('--type', options['type'], cardTypes),
        faceValueCents: readCents('--face-value', options['face-value'], 1, 200_000),
        percentOffBps: readBps('--percent-off', options['percent-off']),
        isLowRisk: flags.has('low-risk'),
      }
      return async ({ store }) => {
        const outcome = await setStock(store, key, onHand)
        if (outcome.kind === 'refused') return refusal(outcome.reason)
        const { bucket } = outcome.value
        return { isDone: true, text: describe(bucket), data: bucket }
      }
    },
  },
  {
    name: 'stock list',
    arguments: [],
    options: {},
    about: 'lists the stock',
    example: 'stock list --json',
    isRead: true,
    prepare:
      () =>
      async ({ store }) =>
        listResult(await store.read((tx) => tx.listStock()), describe, 'There is no stock'),
  },
]
