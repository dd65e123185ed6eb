import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/** The server of another version, installed and built. */
export interface BuiltRelease {
  readonly commit: string
  /** The entry of its server. */
  readonly main: string
  /** Removes its sources. */
  remove(): Promise<void>
}

/** This clone does not have the commit, or is not a clone. The message describes the solution. */
export class MissingCommitError extends Error {
  override readonly name = 'MissingCommitError'
}

/** Checks a commit out in a temporary folder, and installs and builds its server there. Takes about a minute. */
export async function buildRelease(ref: string): Promise<BuiltRelease> {
  const commit = await findCommit(ref)
  const parent = mkdtempSync(join(tmpdir(), 'giftcards-release-'))
  const folder = join(parent, 'sources')
  const remove = async (): Promise<void> => {
    rmSync(parent, { recursive: true, force: true })
    // Git forgets a worktree without a folder.
    await git('worktree', 'prune')
  }
  try {
    await git('worktree', 'add', '--detach', '--quiet', folder, commit)
    // Not built for tests, which would be another build.
    const options = { cwd: folder, env: { ...process.env, NODE_ENV: undefined, DO_NOT_TRACK: '1' } }
    const ofServer = ['--workspace', '@giftcards/server', '--include-workspace-root']
    await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', ...ofServer], options)
    const build = ['run', 'build', '--filter=@giftcards/server...', '--output-logs=errors-only']
    await run(join(folder, 'node_modules/.bin/turbo'), build, options)
  } catch (error) {
    await remove()
    throw error
  }
  return { commit, main: join(folder, 'apps/server/src/main.ts'), remove }
}

/** The full hash of a commit. Throws `MissingCommitError` if it is not here. */
async function findCommit(ref: string): Promise<string> {
  try {
    return await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
  } catch (error) {
    const isShallow = await git('rev-parse', '--is-shallow-repository').catch(() => undefined)
    const advice =
      isShallow === undefined
        ? 'Run this in a git clone of the repository'
        : isShallow === 'true'
          ? 'This clone is shallow; run `git fetch --unshallow`'
          : 'Fetch it, or name another commit'
    throw new MissingCommitError(`Commit ${ref} is not here. ${advice}.`, { cause: error })
  }
}

async function git(...words: readonly string[]): Promise<string> {
  const { stdout } = await run('git', words, { cwd: root })
  return stdout.trim()
}
