import { Option } from '@commander-js/extra-typings'
import { addCoupon, type CardType, type Coupon, endCoupon, formatDollars } from '@giftcards/marketplace'
import { UsageError } from '../program.ts'
import { dollars, listOf, matching, percentage, text, toDay, wholeNumber } from '../values.ts'
import { listResult, report, type VerbProgram } from '../verbs.ts'
import { cardTypes } from './stock.ts'

const mostCents = 200_000
const toCode = matching(/^[\w-]{1,64}$/, '1 to 64 letters, digits, hyphens or underscores')
const toCount = wholeNumber(1, 1_000_000)

function toCardType(given: string): CardType {
  const type = cardTypes.find((one) => one === given)
  if (type === undefined) throw new UsageError(`--types must be of ${cardTypes.join(', ')}`)
  return type
}

function describe({ code, type, amount, expires, usesPerAccount, usesInTotal }: Coupon): string {
  const limits = [
    ...(usesPerAccount === null ? [] : [`${usesPerAccount} for each account`]),
    ...(usesInTotal === null ? [] : [`${usesInTotal} in total`]),
  ]
  return `${code}  ${type === 'P' ? `${amount / 100} % off` : `${formatDollars(amount)} off`}  through ${expires}${limits.length === 0 ? '' : `  uses: ${limits.join(', ')}`}`
}

/** The types of coupons, as in the contract. */
function toAmount(options: { percent?: number; storeCredit?: number; promo?: number }) {
  const given = (
    [
      ['P', options.percent],
      ['F', options.storeCredit],
      ['S', options.promo],
    ] as const
  ).flatMap(([type, amount]) => (amount === undefined ? [] : [{ type, amount }]))
  const [only] = given
  if (only === undefined || given.length > 1)
    throw new UsageError('Give one of --percent, --store-credit and --promo')
  return only
}

/** Adds the verbs for coupons. */
export function addCouponVerbs({ program, change, read, example }: VerbProgram): void {
  const coupon = program.command('coupon').description('manage coupons')

  coupon
    .command('add')
    .description('add a coupon')
    .argument('<code>', 'code that customers enter; not case-sensitive', toCode)
    .option('--percent <percent>', 'a percentage off', percentage(1))
    .option('--store-credit <dollars>', 'a fixed store credit', dollars(1, mostCents))
    .option('--promo <dollars>', 'a promo credit', dollars(1, mostCents))
    .requiredOption('--description <text>', 'shown to partners', text(200))
    .requiredOption('--expires <YYYY-MM-DD>', 'last valid day (UTC)', toDay)
    .option('--starts <YYYY-MM-DD>', 'first valid day (UTC); default: now', toDay)
    .option(
      '--merchants <id,id>',
      'ids of the merchants that it applies to; default: all',
      listOf(wholeNumber(1, 999_999_999)),
    )
    .option(
      '--types <type,type>',
      `card types that it applies to: ${cardTypes.join(', ')}`,
      listOf(toCardType),
    )
    .option('--elite-only', 'only for Elite customers')
    .option('--minimum <dollars>', 'minimum price of the cards', dollars(0, 100_000_000))
    .option('--uses-per-account <count>', 'uses per customer; default for a fixed credit: 1', toCount)
    .addOption(
      new Option('--unlimited', 'no limit of uses per customer, for a fixed credit').conflicts(
        'usesPerAccount',
      ),
    )
    .option('--uses-in-total <count>', 'uses by all customers together', toCount)
    .addHelpText(
      'after',
      example('coupon add SPRING10 --percent 10 --description "10 % off" --expires 2027-05-31'),
    )
    .action((code, options) => {
      const { type, amount } = toAmount(options)
      // Store credit without a limit per customer would pay for every order.
      const mostUses = type === 'P' || options.unlimited === true ? null : 1
      const last = new Date(options.expires).toISOString()
      const fields = {
        code,
        type,
        amount,
        description: options.description,
        startsAt: options.starts ?? null,
        expires: `${last.slice(5, 7)}/${last.slice(8, 10)}/${last.slice(0, 4)}`,
        merchantIds: options.merchants ?? null,
        cardTypes: options.types ?? null,
        eliteOnly: options.eliteOnly === true,
        minimumSubtotalCents: options.minimum ?? 0,
        usesPerAccount: options.usesPerAccount ?? mostUses,
        usesInTotal: options.usesInTotal ?? null,
      }
      return change(async ({ store }) => report(await addCoupon(store, fields), describe))
    })

  coupon
    .command('list')
    .description('list the coupons')
    .addHelpText('after', example('coupon list'))
    .action(() =>
      read(async ({ store }) =>
        listResult(await store.read((tx) => tx.listCoupons()), describe, 'There is no coupon'),
      ),
    )

  coupon
    .command('end')
    .description('end a coupon now; past orders keep their discount')
    .argument('<code>', 'code of the coupon', toCode)
    .addHelpText('after', example('coupon end SPRING10'))
    .action((code) =>
      change(async ({ store, clock }) => report(await endCoupon(store, code, clock.now()), describe)),
    )
}
