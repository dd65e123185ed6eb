import { execFileSync, type ExecFileSyncOptions } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** Each migration is a file of its own. */
const migrations = 'packages/giftcards/storage/src/lib/schema/[0-9]*.ts'

/** The sources of another version, installed and built. */
export interface BuiltRelease {
  readonly commit: string
  readonly folder: string
  /** Removes the folder. */
  remove(): void
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
}

/** The commit before the one that added the last migration. */
export function findCommitBeforeLastMigration(): string {
  return git('rev-parse', `${git('log', '-1', '--diff-filter=A', '--format=%H', '--', migrations)}^`)
}

/** Checks a commit out in a temporary folder and builds it. Takes some minutes, and a clone of the repository. */
export function buildRelease(ref: string): BuiltRelease {
  const commit = git('rev-parse', `${ref}^{commit}`)
  const parent = mkdtempSync(join(tmpdir(), 'giftcards-release-'))
  const folder = join(parent, 'sources')
  const remove = (): void => {
    git('worktree', 'remove', '--force', folder)
    rmSync(parent, { recursive: true, force: true })
  }
  git('worktree', 'add', '--detach', '--quiet', folder, commit)
  try {
    const options: ExecFileSyncOptions = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], options)
    execFileSync('npm', ['run', '--silent', 'build'], options)
  } catch (error) {
    remove()
    throw error
  }
  return { commit, folder, remove }
}
