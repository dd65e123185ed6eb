/**
 * The table of the mock's README that says where it differs from the server; its rows are held by the mock's own tests.
 * Throws when the README has no such table.
 */
export function toMockDifferences(readme: string): string {
  const table = /^## Where it differs from the server$[\s\S]*?^(\|[\s\S]*?\|)$(?!\n\|)/m.exec(readme)?.[1]
  if (table === undefined) throw new Error('The README of the mock does not say where it differs')
  return table
}
