import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkExchange, type Sandbox, startSandbox } from '@giftcards/test-harness'
import { sharedMock } from '@giftcards/test-harness/mock'
import { Project } from '../samples/project.ts'
import { labels } from '../samples/read-samples.ts'
import { expectOutput } from './expect-output.ts'
import { evaluateExpression, guidesWithRequests, readCustomer, readGuideRequests } from './guide-requests.ts'
import { type CodeBlock, type Guide, guides, runnable, separator, toModule } from './guides.ts'
import { listShellSteps, runShellSteps } from './run-shell-steps.ts'

/** The system assigns no port below 32,768, so this port stays free until the server of a guide starts. */
const freePort = 10_000 + (process.pid % 20_000)

const project = new Project()
let sandbox: Sandbox
let mock: string
beforeAll(async () => {
  // The rate limit that a reader has.
  sandbox = await startSandbox({ RATE_LIMIT_PER_MINUTE: '600' })
  mock = await sharedMock()
})
afterAll(async () => {
  project.close()
  await sandbox.close()
})

/** Replaces the addresses in a command or sample with those of the servers of this test. */
function toLocal(code: string): string {
  return (
    code
      .replaceAll('http://127.0.0.1:3000', sandbox.url)
      .replaceAll('http://127.0.0.1:4010', mock)
      .replaceAll(/(?<=http:\/\/127\.0\.0\.1:|--port )4020\b/g, String(freePort))
      // A reader waits a minute for a server. A machine that runs tests may need longer.
      .replaceAll('--retry-max-time 60', '--retry 3600 --retry-delay 1 --retry-max-time 3600')
  )
}

/** Resets the sandbox to the published data and a running clock, as for a reader. Returns a token of the guide's customer. */
async function beginGuide(guide: Guide): Promise<string> {
  await sandbox.wantControl('resetSandbox', 200)
  const { token } = await sandbox.partner(readCustomer(guide))
  return token
}

/** Expects the documented output for each step of a guide. */
function expectOutputs(
  steps: readonly { readonly expected: CodeBlock | undefined }[],
  outputs: readonly string[],
): void {
  for (const [index, { expected }] of steps.entries()) expectOutput(expected, outputs[index])
}

/**
 * Runs the samples of a guide in one language, each as a separate module, and expects the documented output. Values that a
 * reader keeps are in the environment of the following samples. Returns the number of samples.
 */
async function runSamples(guide: Guide, label: 'fetch' | 'TypeScript client'): Promise<number> {
  const env: Record<string, string> = { TOKEN: await beginGuide(guide) }
  const requests = readGuideRequests(guide).filter(({ samples }) => samples.has(label))
  for (const [index, { operationId, samples, status, keep, expected }] of requests.entries()) {
    const name = `${guide.slug}-${index}.${label === 'fetch' ? 'js' : 'ts'}`
    const { exchange, error } = await project.run(name, toLocal(samples.get(label) ?? ''), env)
    if (exchange === undefined) throw new Error(`${operationId} was not sent: ${error}`)
    expect({ operationId, exchange }).toMatchObject({
      operationId,
      exchange: { status: status ?? (exchange.status === 201 ? 201 : 200) },
    })
    // A sample fails if the status is an error.
    expect({ operationId, isFailed: error !== undefined }).toStrictEqual({
      operationId,
      isFailed: exchange.status >= 400,
    })
    expect(checkExchange(operationId, exchange)).toStrictEqual([])
    expectOutput(expected, exchange.text)
    for (const [variable, expression] of Object.entries(keep))
      env[variable] = evaluateExpression(exchange, expression)
  }
  return requests.length
}

describe('the commands of a guide', () => {
  it.each(guides.filter((guide) => listShellSteps(guide).length > 0))(
    'print what $slug says',
    async (guide) => {
      const outputs = await runShellSteps(guide, await beginGuide(guide), toLocal)
      expect(outputs).toHaveLength(listShellSteps(guide).length)
      expectOutputs(listShellSteps(guide), outputs)
    },
  )
})

describe('the samples of a guide', () => {
  it.each(guides.filter(({ blocks }) => runnable(blocks, 'ts').length > 0))(
    'print what $slug says',
    async (guide) => {
      await sandbox.wantControl('resetSandbox', 200)
      const { output, error } = await project.run(`${guide.slug}.ts`, toLocal(toModule(guide)))
      expect(error).toBeUndefined()
      const outputs = output.split(separator).slice(1)
      expect(outputs).toHaveLength(runnable(guide.blocks, 'ts').length)
      expectOutputs(runnable(guide.blocks, 'ts'), outputs)
      expect(project.stderr).toBe('')
    },
  )
})

describe('the requests of a guide', () => {
  it.each(guidesWithRequests)('have samples in nine languages in $slug', (guide) => {
    const own = new Set(guide.blocks.filter(({ use }) => use === '').map(({ language }) => language))
    const lost = readGuideRequests(guide).flatMap(({ operationId, samples }) =>
      labels
        .filter((label) => !samples.has(label))
        // In some places, a guide has its own blocks in these languages.
        .filter((label) => !own.has(label === 'curl' ? 'sh' : label === 'TypeScript client' ? 'ts' : ''))
        .map((label) => `${operationId}: ${label}`),
    )
    expect(lost).toStrictEqual([])
  })

  it.each(guidesWithRequests)('get with fetch and with the client what $slug says', async (guide) => {
    expect(await runSamples(guide, 'fetch')).toBe(readGuideRequests(guide).length)
    await runSamples(guide, 'TypeScript client')
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
