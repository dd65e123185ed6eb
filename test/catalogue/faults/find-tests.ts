import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const leftOut = ['**/node_modules/**', '**/dist/**', '**/.data/**']

/**
 * Returns the test files of each row of the rule catalogue, relative to the root of the repository. Tests over HTTP come
 * first, because a proof through the service that partners use is preferred.
 */
export function findTests(root: string): ReadonlyMap<string, readonly string[]> {
  const tests = new Map<string, string[]>()
  const options = { cwd: root, exclude: leftOut }
  const files = globSync('{test,apps,packages}/**/*.test.ts', options)
  for (const file of files.toSorted((a, b) => isAcross(b) - isAcross(a) || (a < b ? -1 : 1))) {
    for (const id of readRules(readFileSync(join(root, file), 'utf8'))) {
      tests.set(id, [...(tests.get(id) ?? []), file])
    }
  }
  return tests
}

const isAcross = (file: string): number => Number(file.startsWith('test'))

/** Returns the rows in the `meta` of the tests in a test file. */
function readRules(text: string): ReadonlySet<string> {
  const lists = text.matchAll(/\bmeta: \{\s*rules: \[([^\]]*)\]/g)
  return new Set([...lists].flatMap(([, list = '']) => list.match(/[^',\s]+/g) ?? []))
}
