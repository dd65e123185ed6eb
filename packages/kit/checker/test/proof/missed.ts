import { readFileSync } from 'node:fs'

const file = new URL('missed.json', import.meta.url)

/** The names of the seeded faults that the checker is known to miss. */
export const missed: ReadonlySet<string> = new Set(
  JSON.parse(readFileSync(file, 'utf8')) as readonly string[],
)

/** The name of a fault in `missed.json`. */
export const nameOf = ({ server, id }: { readonly server: string; readonly id: string }): string =>
  `${server} ${id}`
