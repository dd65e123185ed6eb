import process from 'node:process'
import { previousRelease, startPostgres } from '@giftcards/storage/testing'
import { endProcesses } from '@giftcards/test-harness/process'
import { buildRelease, MissingCommitError } from './build-release.ts'
import { upgradeSideBySide } from './side-by-side.ts'

// `npm run check:rolling-upgrade -- <git ref>`: what rolling-upgrade.test.ts does with the previous release, with any other version.

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function check(ref: string): Promise<boolean> {
  say(`Building ${ref}`)
  const release = await buildRelease(ref)
  const postgres = await startPostgres({ isSynced: true })
  try {
    say(`Upgrading from ${release.commit.slice(0, 7)} to this working tree`)
    const { faults, restart } = await upgradeSideBySide(release, postgres)
    say(`Started again on the migrated database, the old server: ${restart}`)
    say(
      faults.length === 0 ? 'Both versions served side by side, and the books are sound.' : faults.join('\n'),
    )
    return faults.length === 0
  } finally {
    await endProcesses()
    await postgres.remove()
    await release.remove()
  }
}

try {
  process.exitCode = (await check(process.argv[2] ?? previousRelease.commit)) ? 0 : 1
} catch (error) {
  if (!(error instanceof MissingCommitError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
