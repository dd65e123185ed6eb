import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The row ids that stand in a test file's `meta: { rules: [...] }` tags, or in tables such tags are made from. */
const rowId = /'(D?\d+(?:\.\d+)?-\d\d)'/g

/** Not ours, or the tests of the catalogue itself, whose rows are samples. */
const notProofs: ReadonlySet<string> = new Set(['node_modules', 'dist', 'catalogue'])

/**
 * The test files that name each row, by row id: what the rules page shows as its proof. That the tests pass is for
 * the catalogue check after a test run; the page must not differ from machine to machine.
 */
export function findProofs(root: string): ReadonlyMap<string, readonly string[]> {
  const proofs = new Map<string, string[]>()
  const files = globSync(
    ['openapi/**/*.test.ts', 'packages/**/*.test.ts', 'apps/**/*.test.ts', 'test/**/*.test.ts'],
    {
      cwd: root,
      exclude: (path) => notProofs.has(basename(path)),
    },
  )
  for (const file of files.toSorted()) {
    const ids = new Set(
      Array.from(readFileSync(join(root, file), 'utf8').matchAll(rowId), ([, id]) => id ?? ''),
    )
    for (const id of ids) proofs.set(id, [...(proofs.get(id) ?? []), file])
  }
  return proofs
}
