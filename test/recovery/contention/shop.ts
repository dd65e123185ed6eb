import { commonKinds, scarceKind, spareKinds } from './contention-data.ts'
import { addAndRemove, type Answer, buyByBank, buyByDrawdown, openShopper, type Shopper } from './shopper.ts'

/** How many of each there are. */
export interface ShopSize {
  /** Customers who share no row that anybody changes: each has an account, a cart and stock rows of their own. */
  readonly strangers: number
  /** Clients that buy from a drawdown account. */
  readonly payers: number
  /** Customers who add one card to their carts and take it out again. */
  readonly collectors: number
}

/** All customers, logged in. A turn counts from 0, and returns the responses. */
export interface Shop {
  /** One stranger fills a cart and buys it; the next turn is the next stranger's. */
  strangerTurn(turn: number): Promise<readonly Answer[]>
  /** One payer buys, or one collector adds and removes a card. */
  crowdTurn(turn: number): Promise<readonly Answer[]>
}

/** How many customers there have to be for a shop. */
export const customersOf = ({ strangers, collectors }: ShopSize): number => strangers + 1 + collectors

/** Logs in all customers, each client at the next of the servers. */
export async function openShop(baseUrls: readonly string[], size: ShopSize): Promise<Shop> {
  const { strangers, payers, collectors } = size
  const open = async (count: number, customerOf: (index: number) => number): Promise<Shopper[]> => {
    const opened: Shopper[] = []
    // A password is hashed for each, so a few at a time.
    for (let start = 0; start < count; start += 10) {
      const some = Array.from({ length: Math.min(10, count - start) }, (_, index) => start + index)
      opened.push(
        ...(await Promise.all(
          some.map((index) => openShopper(baseUrls[index % baseUrls.length] ?? '', customerOf(index))),
        )),
      )
    }
    return opened
  }
  const strangerClients = await open(strangers, (index) => 1 + index)
  const sharingPayers = await open(payers, () => 1 + strangers)
  const collectorClients = await open(collectors, (index) => 2 + strangers + index)

  return {
    strangerTurn(turn) {
      const kinds = [pick(commonKinds, turn), pick(commonKinds, turn + commonKinds.length / 2)]
      return buyByBank(pick(strangerClients, turn), kinds)
    },
    crowdTurn(turn) {
      const third = Math.floor(turn / 3)
      if (turn % 3 === 0) {
        return buyByDrawdown(pick(sharingPayers, third), [pick(spareKinds, third)])
      }
      const collector = turn - third - 1
      return addAndRemove(pick(collectorClients, collector), scarceKind)
    },
  }
}

function pick<T>(items: readonly T[], turn: number): T {
  const item = items[turn % items.length]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}
