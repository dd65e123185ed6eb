/** How many rows are read at a time. They may be orders of hundreds of cards, so a page is small. */
const pageSize = 200

/** Every page of a list that goes on after the last row of the page before; no page is empty. */
export async function* everyPage<Row, Key>(
  list: (after: Key, limit: number) => Promise<readonly Row[]>,
  first: Key,
  keyOf: (row: Row) => Key,
): AsyncGenerator<readonly Row[]> {
  for (let after = first; ;) {
    const rows = await list(after, pageSize)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = keyOf(last)
  }
}

/** The rows of a list that are taken beside another list of the same order. */
export interface Merged<Row> {
  /** Takes the rows of a key. Those that come before it are passed to `onOther`. */
  takeUpTo(key: number, onOther: (row: Row) => void): Promise<readonly Row[]>
  /** Passes the rows of a key to `onRow`, however many there are, and those before it to `onOther`. */
  visitUpTo(key: number, onOther: (row: Row) => void, onRow: (row: Row) => void): Promise<void>
}

/** Merges the pages of a list, by a key that ascends, with another list. */
export function mergePages<Row>(
  pages: AsyncGenerator<readonly Row[]>,
  keyOf: (row: Row) => number,
): Merged<Row> {
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
