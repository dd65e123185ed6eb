import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const leftOut = ['**/node_modules/**', '**/dist/**', '**/.data/**']

/**
 * The test files of each row of the rule catalogue, from the root of the repository. Those that speak HTTP come first: where a row can be
 * proven by the service as partners see it, that proof counts.
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

/** The rows that the `meta` of tests names, as it is written in a test file. */
function readRules(text: string): ReadonlySet<string> {
  const lists = text.matchAll(/\bmeta: \{\s*rules: \[([^\]]*)\]/g)
  return new Set([...lists].flatMap(([, list = '']) => list.match(/[^',\s]+/g) ?? []))
}
