import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take minutes, the longest first; begun last, one of them would keep a single processor busy at the end. */
const longest = [
  'all-faults.test.ts',
  'many-requests-1.test.ts',
  'many-requests-2.test.ts',
  'kills-on-postgres.test.ts',
  'kills-on-sqlite.test.ts',
  'outages-on-postgres.test.ts',
  'rolling-upgrade.test.ts',
  'all-documents.test.ts',
]

function rank({ moduleId }: TestSpecification): number {
  const at = longest.indexOf(basename(moduleId))
  return at === -1 ? longest.length : at
}

/** Runs the longest files first; the others in any order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => rank(a) - rank(b))
  }
}
