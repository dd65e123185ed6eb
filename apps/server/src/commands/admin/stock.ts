import { Option } from '@commander-js/extra-typings'
import {
  addMerchant,
  availableCount,
  type CardType,
  type Merchant,
  setStock,
  type StockBucket,
} from '@giftcards/marketplace'
import { dollars, matching, percentage, text, toLink, wholeNumber } from '../values.ts'
import { listResult, report, type VerbProgram } from '../verbs.ts'

/** The types of cards. */
export const cardTypes: readonly CardType[] = ['ecode', 'physical', 'newEcodeB2B', 'newEcodeAsPre']
const mostCards = 1_000_000
const toId = wholeNumber(1, 999_999_999)

function describe(bucket: StockBucket): string {
  const { merchantId, type, faceValueCents, percentOffBps, isLowRisk, onHand, reserved } = bucket
  const price = `${(faceValueCents / 100).toFixed(2)} at ${percentOffBps / 100} % off`
  return `${merchantId}  ${type}  ${price}${isLowRisk ? '  low risk' : ''}  ${onHand} on hand, ${reserved} reserved, ${availableCount(bucket)} available`
}

const describeMerchant = ({ id, name }: Merchant): string => `${id}  ${name}`

/** Adds the verbs for merchants, and for the stock of their cards. */
export function addStockVerbs({ program, change, read, example }: VerbProgram): void {
  const merchant = program.command('merchant').description('manage merchants')

  merchant
    .command('add')
    .description('add a merchant, so that its cards can be stocked')
    .argument('<id>', 'new id', toId)
    .requiredOption('--name <text>', 'name that customers see', text(100))
    .requiredOption('--image <https address>', 'picture of the card', toLink)
    .requiredOption('--balance-link <https address>', 'page where customers check a balance', toLink)
    .option(
      '--color <#rrggbb>',
      'color of the brand',
      matching(/^#[\dA-Fa-f]{6}$/, 'such as #123456'),
      '#000000',
    )
    .option('--description <text>', 'description of the merchant', text(500), '')
    .option('--buy-message <text>', 'shown with a purchase', text(500), '')
    .option('--barcode-format <name>', 'barcode format', text(40), 'CODE128')
    .option('--barcode-prefix <text>', 'put before the serial in the barcode', text(500), '')
    .option('--no-pin', 'the cards have no PIN')
    .option('--balance-inquiry', 'customers can check the balance')
    .addHelpText(
      'after',
      example(
        'merchant add 101 --name Northwind --image https://img.example.com/101.png --balance-link https://northwind.example.com',
      ),
    )
    .action((id, { balanceLink, pin, balanceInquiry = false, ...fields }) =>
      change(async ({ store }) => {
        const added: Merchant = {
          id,
          ...fields,
          balanceCheckLink: balanceLink,
          cardsHavePin: pin,
          canBalanceInquiry: balanceInquiry,
          fulfillment: 'standard',
        }
        return report(await addMerchant(store, added), describeMerchant)
      }),
    )

  merchant
    .command('list')
    .description('list the merchants')
    .addHelpText('after', example('merchant list'))
    .action(() =>
      read(async ({ store }) =>
        listResult(await store.read((tx) => tx.listMerchants()), describeMerchant, 'There is no merchant'),
      ),
    )

  const stock = program.command('stock').description('manage stock')

  stock
    .command('set')
    .description('set the number of cards of one kind, including reserved ones')
    .argument('<on hand>', 'number of cards', wholeNumber(0, mostCards))
    .requiredOption('--merchant <id>', 'id of the merchant', toId)
    .addOption(new Option('--type <type>', 'type of the cards').choices(cardTypes).makeOptionMandatory())
    .requiredOption('--face-value <dollars>', 'face value of one card', dollars(1, 200_000))
    .requiredOption('--percent-off <percent>', 'discount on the face value', percentage(0))
    .option('--low-risk', 'the cards are low-risk stock')
    .addHelpText(
      'after',
      example('stock set 500 --merchant 101 --type ecode --face-value 50 --percent-off 8.5'),
    )
    .action((onHand, { merchant: merchantId, type, faceValue, percentOff, lowRisk = false }) =>
      change(async ({ store }) => {
        const key = {
          merchantId,
          type,
          faceValueCents: faceValue,
          percentOffBps: percentOff,
          isLowRisk: lowRisk,
        }
        return report(
          await setStock(store, key, onHand),
          ({ bucket }) => describe(bucket),
          ({ bucket }) => bucket,
        )
      }),
    )

  stock
    .command('list')
    .description('list the stock')
    .addHelpText('after', example('stock list --json'))
    .action(() =>
      read(async ({ store }) =>
        listResult(await store.read((tx) => tx.listStock()), describe, 'There is no stock'),
      ),
    )
}
