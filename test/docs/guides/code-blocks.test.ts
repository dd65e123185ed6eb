import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedMock } from '@giftcards/test-harness/mock'
import { repositoryRoot, type Sandbox, startSandbox } from '@giftcards/test-harness'
import { compareOutput } from './compare-output.ts'
import { findFreePort } from './find-free-port.ts'
import type { LocalAddresses } from './local-addresses.ts'
import { readCustomer } from './guide-requests.ts'
import type { CodeBlock } from './read-code-blocks.ts'
import { guides, guidesWith, runnable } from './read-guides.ts'
import { type ProgramRun, runProgram } from '@giftcards/test-harness/process'
import { listShellSteps, runShellSteps } from './run-shell-blocks.ts'
import { type ModuleRun, readModuleRuns, writeTypeScriptBlocks } from './typescript-blocks.ts'

/** Programs are started, on a machine that may be busy. */
const programTimeout = { timeout: 120_000 }

let sandbox: Sandbox
let addresses: LocalAddresses
beforeAll(async () => {
  // The limit of requests as a reader finds it.
  sandbox = await startSandbox({ RATE_LIMIT_PER_MINUTE: '600' })
  addresses = { sandbox: sandbox.url, mock: await sharedMock(), freePort: await findFreePort() }
}, programTimeout.timeout)
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

describe('the commands of a guide', programTimeout, () => {
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
  }, programTimeout.timeout)

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

describe('a block that nothing proves', () => {
  it('is one of those that cannot be run here', () => {
    const illustrative = guides.flatMap(({ slug, blocks }) =>
      blocks
        .filter(({ use }) => use === 'illustrative')
        .map(({ language, code }) => `${slug}: ${language} ${code.split('\n')[0]}`),
    )
    expect(illustrative).toStrictEqual([
      'a-backend-before-the-backend: ts export const handlers = {',
      'connect-a-provider: sh export NODE_ENV=production DATABASE_URL=postgres://…',
      'connect-a-provider: text Payment order:3f6c…, leg 0: charged 44.83 here, but the gateway has charged 44.83 and given back 44.83',
      'connect-a-provider: ts for (let attempt = 1; ; attempt += 1) {',
      'connect-a-provider: ts const content = { idempotencyKey: `${reference}/${leg}`, reference, leg, method, amountCents }',
      'contract-checks-in-your-ci: yaml jobs:',
      "contract-checks-in-your-ci: ts import { registerContractMatcher } from '@contract-kit/checker/vitest'",
      'how-a-request-is-served: ts app.use(setRequestId)',
      'how-a-request-is-served: ts app.use(parts.partnerApi)',
      "how-a-request-is-served: ts export const getWalletCard: Operation<'getWalletCard'> = async ({ path }, { caller, marketplace }) => {",
      'many-instances: text DATABASE_URL: postgres://***@pooler:6432/cards cannot be used: a pooler in between rejects the settings of the connection; tell it ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout (unsupported startup parameter: statement_timeout)',
      'mock: sh npm run mock',
      'quickstart: sh npm ci && npm start',
      'quickstart: sh npm install http://127.0.0.1:3000/sandbox/giftcards-client.tgz',
      'your-own-api: sh npm ci && npm run pack:kit -- /tmp/kit',
      'your-own-api: sh npm test',
      'your-own-api: sh npm run gen && npm run typecheck && npm run lint',
      "your-own-api: sh npm run release -- --note 'The first one.'",
      'your-own-api: text huts, 1.0.0 to 1.0.0: 2 breaking changes, 0 others, 0 of wording',
    ])
  })

  it('is of no other kind', () => {
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
