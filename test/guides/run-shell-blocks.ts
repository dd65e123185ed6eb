import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { repositoryRoot } from './repository-root.ts'
import { type LocalAddresses, withAddresses } from './local-addresses.ts'
import type { Guide } from './read-guides.ts'
import { runnable } from './read-guides.ts'
import { runProgram } from './run-program.ts'
import { withoutTokens } from './without-tokens.ts'

/** Between the outputs of two blocks; no program prints it. */
const separator = '\u001E'

/**
 * The outputs of a guide's shell blocks, run one after another in one bash and an empty folder, as a reader would do.
 * Rejects with what the shell says when a command fails.
 */
export async function runShellBlocks(guide: Guide, addresses: LocalAddresses): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-guide-'))
  const bin = join(repositoryRoot, 'node_modules/.bin')
  try {
    // npx looks for a program here before anywhere else.
    symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
    const blocks = runnable(guide.blocks, 'sh').map(({ block }) => withAddresses(block.code, addresses))
    const script = ['set -euo pipefail', ...blocks].join(`\nprintf '${separator}'\n`)
    const { stdout, stderr, code } = await runProgram('bash', ['-c', script], {
      cwd: folder,
      env: {
        PATH: [bin, process.env['PATH'] ?? ''].join(delimiter),
        HOME: folder,
        NO_COLOR: '1',
        npm_config_offline: 'true',
      },
    })
    if (code !== 0)
      throw new Error(withoutTokens(`${guide.slug}: bash ended with ${code}: ${stderr}\n${stdout}`))
    return stdout.split(separator).slice(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
