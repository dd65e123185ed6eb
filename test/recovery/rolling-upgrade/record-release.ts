import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { recordMigrations } from '@giftcards/storage/testing'

// `npx -c 'node test/recovery/rolling-upgrade/record-release.ts'`: records the commit that is checked out as the previous release, with the
// migrations that it knows. Run it on the commit that is released, and commit the file with the first change after it.

const root = join(import.meta.dirname, '../../..')
const file = join(root, 'packages/giftcards/storage/src/lib/schema/previous-release.json')
const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()

if (git('status', '--porcelain', '--', 'packages/giftcards/storage/src/lib/schema') === '') {
  const release = { commit: git('rev-parse', 'HEAD'), migrations: recordMigrations() }
  writeFileSync(file, `${JSON.stringify(release, undefined, 2)}\n`)
} else {
  process.stderr.write('The schema has changes that are not committed; commit them first.\n')
  process.exitCode = 2
}
