import {
  addCoupon,
  type CardType,
  type Coupon,
  endCoupon,
  formatDollars,
  type OperatorOutcome,
} from '@giftcards/marketplace'
import { UsageError } from '../read-arguments.ts'
import {
  argumentAt,
  optional,
  readBps,
  readCents,
  readChoice,
  readDay,
  readForm,
  readInteger,
  readText,
} from './values.ts'
import { type Given, listResult, refusal, type Verb, type VerbResult } from './verb.ts'

const cardTypes: readonly CardType[] = ['ecode', 'physical', 'newEcodeB2B', 'newEcodeAsPre']

/** The contract's letters for what a coupon gives. */
const types = { percent: 'P', 'store-credit': 'F', promo: 'S' } as const

function describe({ code, type, amount, expires }: Coupon): string {
  return `${code}  ${type === 'P' ? `${amount / 100} % off` : `${formatDollars(amount)} off`}  through ${expires}`
}

const toResult = (outcome: OperatorOutcome<Coupon>): VerbResult =>
  outcome.kind === 'refused'
    ? refusal(outcome.reason)
    : { isDone: true, text: describe(outcome.value), data: outcome.value }

const readCode = (given: Given) =>
  readForm(
    'The code',
    argumentAt(given, 0),
    /^[\w-]{1,64}$/,
    '1 to 64 letters, digits, hyphens or underscores',
  )

function readList<Item>(text: string | undefined, read: (item: string) => Item): readonly Item[] | null {
  return text === undefined ? null : text.split(',').map((item) => read(item.trim()))
}

function readCoupon(given: Given): Omit<Coupon, 'id'> {
  const { options, flags } = given
  const kinds = Object.keys(types) as (keyof typeof types)[]
  const [kind, ...others] = kinds.filter((name) => options[name] !== undefined)
  if (kind === undefined || others.length > 0)
    throw new UsageError('Give one of --percent, --store-credit and --promo')
  const amount =
    kind === 'percent'
      ? readBps('--percent', options['percent'])
      : readCents(`--${kind}`, options[kind], 1, 200_000)
  if (amount === 0) throw new UsageError('--percent must be more than 0')
  const uses = (name: string) =>
    optional(options[name], (text) => readInteger(`--${name}`, text, 1, 1_000_000)) ?? null
  const last = new Date(readDay('--expires', options['expires'])).toISOString()
  return {
    code: readCode(given),
    type: types[kind],
    amount,
    description: readText('--description', options['description'], 200),
    startsAt: optional(options['starts'], (text) => readDay('--starts', text)) ?? null,
    expires: `${last.slice(5, 7)}/${last.slice(8, 10)}/${last.slice(0, 4)}`,
    merchantIds: readList(options['merchants'], (id) => readInteger('--merchants', id, 1, 999_999_999)),
    cardTypes: readList(options['types'], (type) => readChoice('--types', type, cardTypes)),
    eliteOnly: flags.has('elite-only'),
    minimumSubtotalCents:
      optional(options['minimum'], (text) => readCents('--minimum', text, 0, 100_000_000)) ?? 0,
    usesPerAccount: uses('uses-per-account'),
    usesInTotal: uses('uses-in-total'),
  }
}

/** Coupons. */
export const couponVerbs: readonly Verb[] = [
  {
    name: 'coupon add',
    arguments: ['<code>'],
    options: {
      percent: { value: '<percent>', about: 'a percentage off' },
      'store-credit': { value: '<dollars>', about: 'a fixed store credit' },
      promo: { value: '<dollars>', about: 'a promo credit' },
      description: { value: '<text>', about: 'shown to partners', isRequired: true },
      expires: { value: '<YYYY-MM-DD>', about: 'last day, through its end in UTC', isRequired: true },
      starts: { value: '<YYYY-MM-DD>', about: 'first day; at once unless given' },
      merchants: { value: '<id,id>', about: 'whose cards it is for; all unless given' },
      types: { value: '<type,type>', about: `card types it is for, of ${cardTypes.join(', ')}` },
      'elite-only': { value: null, about: 'for Elite customers' },
      minimum: { value: '<dollars>', about: 'the lowest price of its cards' },
      'uses-per-account': { value: '<count>', about: 'how often one customer may use it' },
      'uses-in-total': { value: '<count>', about: 'how often it may be used' },
    },
    about: 'adds a coupon',
    example: 'coupon add SPRING10 --percent 10 --description "10 % off" --expires 2027-05-31',
    prepare(given) {
      const coupon = readCoupon(given)
      return async ({ store }) => toResult(await addCoupon(store, coupon))
    },
  },
  {
    name: 'coupon list',
    arguments: [],
    options: {},
    about: 'lists the coupons',
    example: 'coupon list',
    isRead: true,
    prepare:
      () =>
      async ({ store }) =>
        listResult(await store.read((tx) => tx.listCoupons()), describe, 'There is no coupon'),
  },
  {
    name: 'coupon end',
    arguments: ['<code>'],
    options: {},
    about: 'ends a coupon at once; orders that have used it keep their discount',
    example: 'coupon end SPRING10',
    prepare(given) {
      const code = readCode(given)
      return async ({ store, clock }) => toResult(await endCoupon(store, code, clock.now()))
    },
  },
]
