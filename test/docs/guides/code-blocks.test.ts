import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedMock } from '@giftcards/test-harness/mock'
import { repositoryRoot, type Sandbox, startSandbox } from '@giftcards/test-harness'
import { compareOutput } from './compare-output.ts'
import type { LocalAddresses } from './local-addresses.ts'
import { readCustomer } from './guide-requests.ts'
import type { CodeBlock } from './read-code-blocks.ts'
import { guides, guidesWith, runnable } from './read-guides.ts'
import { type ProgramRun, runProgram } from '@giftcards/test-harness/process'
import { listShellSteps, runShellSteps } from './run-shell-blocks.ts'
import { type ModuleRun, readModuleRuns, writeTypeScriptBlocks } from './typescript-blocks.ts'

/** The system gives out none below 32,768, so nobody takes it before the server of a guide starts. */
const freePort = 10_000 + (process.pid % 20_000)

let sandbox: Sandbox
let addresses: LocalAddresses
beforeAll(async () => {
  // The limit of requests as a reader finds it.
  sandbox = await startSandbox({ RATE_LIMIT_PER_MINUTE: '600' })
  addresses = { sandbox: sandbox.url, mock: await sharedMock(), freePort }
})
afterAll(() => sandbox.close())

/** How what the steps of a guide have printed differs from what the guide says they print. */
function differences(
  steps: readonly { readonly expected: CodeBlock | undefined }[],
  outputs: readonly string[],
): readonly string[] {
  return steps.flatMap(({ expected }, index) =>
    expected === undefined ? [] : (compareOutput(expected, outputs[index] ?? '') ?? []),
  )
}

describe('the commands of a guide', () => {
  const withCommands = guides.filter((guide) => listShellSteps(guide).length > 0)

  it.each(withCommands)('print what $slug says', async (guide) => {
    // As a reader finds it: the published data, and a clock that runs.
    await sandbox.wantControl('resetSandbox', 200)
    const { token } = await sandbox.partner(readCustomer(guide))
    const steps = listShellSteps(guide)
    const outputs = await runShellSteps(guide, { addresses, token })
    expect(outputs).toHaveLength(steps.length)
    expect(differences(steps, outputs)).toStrictEqual([])
  })
})

describe('the samples of a guide', () => {
  const withSamples = guidesWith('ts')
  let compilation: ProgramRun
  let execution: ProgramRun
  let runs: readonly ModuleRun[]
  beforeAll(async () => {
    const { folder, program } = writeTypeScriptBlocks(withSamples, addresses)
    const tsc = join(repositoryRoot, 'node_modules/typescript/bin/tsc')
    ;[compilation, execution] = await Promise.all([
      runProgram(process.execPath, [tsc, '--project', folder], { cwd: folder }),
      runProgram(process.execPath, [program], { cwd: folder }),
    ])
    runs = readModuleRuns(execution.stdout)
  })

  it('satisfy a strict compiler', () => {
    expect(compilation).toStrictEqual({ stdout: '', stderr: '', code: 0 })
  })

  it('write nothing to standard error', () => {
    expect(execution).toMatchObject({ stderr: '', code: 0 })
  })

  it.each(withSamples)('print what $slug says', (guide) => {
    const run = runs.find(({ slug }) => slug === guide.slug)
    expect(run?.error).toBeUndefined()
    expect(run?.outputs).toHaveLength(runnable(guide.blocks, 'ts').length)
    expect(differences(runnable(guide.blocks, 'ts'), run?.outputs ?? [])).toStrictEqual([])
  })
})

describe('a block of a guide', () => {
  it('is run, compared with what was printed, or marked as illustrative', () => {
    const runs: ReadonlySet<string> = new Set(['sh', 'ts'])
    const left = guides.flatMap(({ slug, blocks }) =>
      blocks
        .filter(({ language, use }, index) => {
          const isRun = runs.has(language) && use === ''
          const isCompared =
            ['response', 'excerpt', 'output'].includes(use) &&
            (runs.has(blocks[index - 1]?.language ?? '') || blocks[index - 1]?.use === 'request')
          if (use === 'request') return false
          return !isRun && !isCompared && use !== 'illustrative'
        })
        .map(({ language, use, line }) => `${slug}, line ${line}: ${language} ${use}`),
    )
    expect(left).toStrictEqual([])
  })
})
