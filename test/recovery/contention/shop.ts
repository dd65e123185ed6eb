import { commonKinds, scarceKind, spareKinds } from './contention-data.ts'
import { addAndRemove, type Answer, buyByBank, buyByDrawdown, openShopper, type Shopper } from './shopper.ts'

/** The numbers of customers and clients. */
export interface ShopSize {
  /** Customers that share no row that changes: each has its own account, cart and stock rows. */
  readonly strangers: number
  /** Clients that buy from one drawdown account. */
  readonly payers: number
  /** Customers that add one card to their carts and remove it again. */
  readonly collectors: number
}

/** All customers, logged in. Turns count from 0, and each one returns its responses. */
export interface Shop {
  /** One stranger fills a cart and buys it. The next turn belongs to the next stranger. */
  strangerTurn(turn: number): Promise<readonly Answer[]>
  /** One payer buys, or one collector adds and removes a card. */
  crowdTurn(turn: number): Promise<readonly Answer[]>
}

/** Returns the number of customers that a shop needs. */
export const customersOf = ({ strangers, collectors }: ShopSize): number => strangers + 1 + collectors

/** Logs in all customers. The clients are spread over the servers. */
export async function openShop(baseUrls: readonly string[], size: ShopSize): Promise<Shop> {
  const { strangers, payers, collectors } = size
  const open = async (count: number, customerOf: (index: number) => number): Promise<Shopper[]> => {
    const opened: Shopper[] = []
    // Each login hashes a password, so only a few run at the same time.
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
