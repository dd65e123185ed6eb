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

/** Whether the crowd meets in one row, or does the same work on rows of its own. */
export type CrowdTarget = 'one row' | 'own rows'

/** All customers, logged in. A turn counts from 0, and returns the responses. */
export interface Shop {
  /** One stranger fills a cart and buys it; the next turn is the next stranger's. */
  strangerTurn(turn: number): Promise<readonly Answer[]>
  /** One payer buys, or one collector adds and removes a card. */
  crowdTurn(turn: number, target: CrowdTarget): Promise<readonly Answer[]>
}

/** How many customers there have to be for a shop. */
export const customersOf = ({ strangers, payers, collectors }: ShopSize): number =>
  strangers + 2 * payers + collectors

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
  const lonePayers = await open(payers, (index) => 1 + strangers + payers + index)
  const collectorClients = await open(collectors, (index) => 1 + strangers + 2 * payers + index)

  return {
    strangerTurn(turn) {
      const kinds = [pick(commonKinds, turn), pick(commonKinds, turn + commonKinds.length / 2)]
      return buyByBank(pick(strangerClients, turn), kinds)
    },
    crowdTurn(turn, target) {
      const third = Math.floor(turn / 3)
      if (turn % 3 === 0) {
        const clients = target === 'one row' ? sharingPayers : lonePayers
        return buyByDrawdown(pick(clients, third), [pick(spareKinds, third)])
      }
      const collector = turn - third - 1
      const kind = target === 'one row' ? scarceKind : pick(spareKinds, collector)
      return addAndRemove(pick(collectorClients, collector), kind)
    },
  }
}

function pick<T>(items: readonly T[], turn: number): T {
  const item = items[turn % items.length]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}
