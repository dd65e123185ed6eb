import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Report {
  testResults: { assertionResults: { status: string; meta?: { rules?: string[] } }[] }[]
}

/**
 * How many passing tests of the last run prove each row, from the reports that the workspaces under `root` left;
 * undefined when there is no report.
 */
export function countProofs(root: string): ReadonlyMap<string, number> | undefined {
  const files = globSync(['*/.results/vitest.json', '*/*/.results/vitest.json'], {
    cwd: root,
    exclude: ['node_modules'],
  })
  if (files.length === 0) return undefined
  const counts = new Map<string, number>()
  for (const file of files) {
    const { testResults }: Report = JSON.parse(readFileSync(join(root, file), 'utf8'))
    const passed = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed')
    for (const id of passed.flatMap(({ meta }) => [...new Set(meta?.rules)])) {
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  return counts
}
