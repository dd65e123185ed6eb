import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { repositoryRoot } from '@giftcards/test-harness'
import { type LocalAddresses, withAddresses } from './local-addresses.ts'
import { readGuideRequests } from './guide-requests.ts'
import type { CodeBlock } from './read-code-blocks.ts'
import type { Guide } from './read-guides.ts'
import { runnable } from './read-guides.ts'
import { runProgram } from '@giftcards/test-harness/process'
import { withoutTokens } from './without-tokens.ts'

/** Between the outputs of two blocks; no program prints it. */
const separator = '\u001E'

/** A block that runs in the shell: one of the guide's own, or the sample in curl that is made of a request. */
export interface ShellStep {
  readonly code: string
  /** What it is said to print. */
  readonly expected: CodeBlock | undefined
}

const printPart = join(import.meta.dirname, 'print-part.ts')

/** What runs in the shell, in the order of the guide. A sample leaves in variables what its reader keeps of the response. */
export function listShellSteps(guide: Guide): readonly ShellStep[] {
  const own = runnable(guide.blocks, 'sh').map(({ block, expected }) => ({
    block,
    code: block.code,
    expected,
  }))
  const made = readGuideRequests(guide).flatMap(({ block, samples, keep, status = 200, expected }) => {
    const sample = samples.get('curl')
    if (sample === undefined) return []
    const print = `'${process.execPath}' '${printPart}' response.txt`
    const code = [
      'set +e',
      `${sample} > response.txt`,
      `test $? = ${status < 400 ? 0 : 22} || exit 9`,
      'set -e',
      ...Object.entries(keep).map(([name, expression]) => `${name}=$(${print} '${expression}')`),
      print,
    ]
    return [{ block, code: code.join('\n'), expected }]
  })
  return [...own, ...made].toSorted((one, other) => one.block.line - other.block.line)
}

/**
 * The outputs of a guide's shell steps, run one after another in one bash and an empty folder, as a reader would do.
 * Rejects with what the shell says when a command fails.
 */
export async function runShellSteps(
  guide: Guide,
  { addresses, token }: { readonly addresses: LocalAddresses; readonly token: string },
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-guide-'))
  const bin = join(repositoryRoot, 'node_modules/.bin')
  try {
    // npx looks for a program here before anywhere else.
    symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
    const steps = listShellSteps(guide).map(({ code }) => withAddresses(code, addresses))
    // As in a terminal, each job is a group. What a guide has started in the background ends with it, whatever fails before.
    const begin = [
      'set -euo pipefail -m',
      "trap 'for job in $(jobs -p); do kill -- -$job 2> /dev/null || true; done' EXIT",
      `TOKEN=${token}`,
    ].join('\n')
    const script = [begin, ...steps].join(`\nprintf '${separator}'\n`)
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
