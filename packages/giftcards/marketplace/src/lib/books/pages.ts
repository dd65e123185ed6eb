/** How many rows are read at a time. They may be orders of hundreds of cards, so a page is small. */
const pageSize = 200

/** Lists the rows after a row, in a stated order; `undefined`: from the first. */
type ListRows<Row> = (after: Row | undefined, limit: number) => Promise<readonly Row[]>

/** Every page of a list; no page is empty. */
export async function* everyPage<Row>(list: ListRows<Row>): AsyncGenerator<readonly Row[]> {
  for (let last: Row | undefined; ;) {
    const rows = await list(last, pageSize)
    last = rows.at(-1)
    if (last === undefined) return
    yield rows
  }
}

/** The rows of a list, read side by side with another list of the same order. */
export interface Merged<Row> {
  /** Takes the rows of a key. Rows before that key are passed to `onOther`. */
  takeUpTo(key: number, onOther: (row: Row) => void): Promise<readonly Row[]>
  /** Passes the rows of a key to `onRow`, however many there are, and those before it to `onOther`. */
  visitUpTo(key: number, onOther: (row: Row) => void, onRow: (row: Row) => void): Promise<void>
}

/** Reads a list whose keys ascend, so that it can be merged with another list by that key. */
export function mergeRows<Row>(list: ListRows<Row>, keyOf: (row: Row) => number): Merged<Row> {
  const pages = everyPage(list)
  let page: readonly Row[] = []
  let index = 0

  async function peek(): Promise<Row | undefined> {
    if (index === page.length) {
      const next = await pages.next()
      page = next.done === true ? [] : next.value
      index = 0
    }
    return page[index]
  }
  async function visitUpTo(
    key: number,
    onOther: (row: Row) => void,
    onRow: (row: Row) => void,
  ): Promise<void> {
    for (let row = await peek(); row !== undefined && keyOf(row) <= key; row = await peek()) {
      index += 1
      if (keyOf(row) === key) onRow(row)
      else onOther(row)
    }
  }

  return {
    visitUpTo,
    async takeUpTo(key, onOther) {
      const taken: Row[] = []
      await visitUpTo(key, onOther, (row) => void taken.push(row))
      return taken
    },
  }
}
