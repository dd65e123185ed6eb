/** How many rows are read at a time. They may be orders of hundreds of cards, so a page is small. */
const pageSize = 200

/** Everything of a list that goes on after a key, so that no more than a page is held at a time; no page is empty. */
export async function* everyPage<Row>(
  listAfter: (after: number, limit: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => number,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ;) {
    const rows = await listAfter(after, pageSize)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = keyOf(last)
  }
}

/** A list in pages of the same size. */
export function* inPages<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += pageSize) yield rows.slice(start, start + pageSize)
}
