import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkExchange, type Sandbox, startSandbox } from '@giftcards/test-harness'
import { createProject, type Project } from '../samples/create-project.ts'
import type { SentExchange } from '../samples/sent-exchange.ts'
import { type ModuleRunner, startModuleRunner } from '../samples/start-module-runner.ts'
import { compareOutput } from './compare-output.ts'
import { type GuideRequest, guidesWithRequests, readCustomer, readGuideRequests } from './guide-requests.ts'
import { withAddresses } from './local-addresses.ts'
import type { Guide } from './read-guides.ts'
import { evaluateExpression } from './runtime-expression.ts'

/** The languages of which a guide has blocks of its own in some places. */
const labels = ['curl', 'TypeScript client', 'fetch', 'Python', 'Go', 'Java', 'C#', 'PHP', 'Ruby']

let sandbox: Sandbox
let project: Project
let runner: ModuleRunner
beforeAll(async () => {
  sandbox = await startSandbox()
  project = createProject()
  runner = startModuleRunner()
})
afterAll(async () => {
  await runner.stop()
  project.remove()
  await sandbox.close()
})

interface SampleRun {
  readonly request: GuideRequest
  readonly exchange: SentExchange | undefined
  readonly error: string | undefined
}

/**
 * Runs the samples of a guide in one language, each as a program of its own on the published data. What a reader keeps is in the
 * environment of those that follow.
 */
async function runSamples(guide: Guide, label: string): Promise<readonly SampleRun[]> {
  await sandbox.wantControl('resetSandbox', 200)
  const { token } = await sandbox.partner(readCustomer(guide))
  const env: Record<string, string> = { TOKEN: token }
  const runs: SampleRun[] = []
  for (const [index, request] of readGuideRequests(guide).entries()) {
    const code = request.samples.get(label)
    if (code === undefined) continue
    const name = `${guide.slug}-${index}.${label === 'fetch' ? 'js' : 'ts'}`
    const file = project.write(name, withAddresses(code, { sandbox: sandbox.url, mock: '', freePort: 0 }))
    const { exchanges, error } = await runner.run(file, env)
    const exchange = exchanges.at(-1)
    runs.push({ request, exchange, error })
    if (exchange === undefined) continue
    const response = {
      headers: new Headers(exchange.headers.map(([key, value]) => [key, value])),
      text: exchange.text,
    }
    for (const [variable, expression] of Object.entries(request.keep)) {
      env[variable] = evaluateExpression(response, expression)
    }
  }
  return runs
}

/** How a run differs from what the guide says. */
function findDifferences({ request, exchange, error }: SampleRun): readonly string[] {
  const { operationId, status, expected } = request
  if (exchange === undefined) return [`${operationId} was not sent: ${error}`]
  const isExpected = status === undefined ? exchange.status < 300 : exchange.status === status
  const headers = new Headers(exchange.headers.map(([key, value]) => [key, value]))
  const difference = expected === undefined ? undefined : compareOutput(expected, exchange.text)
  return [
    ...(isExpected ? [] : [`${operationId} got ${exchange.status}: ${exchange.text}`]),
    // A sample fails where the status is an error.
    ...((error === undefined) === exchange.status < 400 ? [] : [`${operationId} ended with ${error}`]),
    ...checkExchange(operationId, { status: exchange.status, headers, text: exchange.text }),
    ...(difference === undefined ? [] : [difference]),
  ]
}

describe('the requests of a guide', () => {
  it.each(guidesWithRequests)('have samples in nine languages in $slug', (guide) => {
    const own = new Set(guide.blocks.filter(({ use }) => use === '').map(({ language }) => language))
    const lost = readGuideRequests(guide).flatMap(({ operationId, samples }) =>
      labels
        .filter((label) => !samples.has(label))
        .filter((label) => !own.has(label === 'curl' ? 'sh' : label === 'TypeScript client' ? 'ts' : ''))
        .map((label) => `${operationId}: ${label}`),
    )
    expect(lost).toStrictEqual([])
  })

  it.each(guidesWithRequests)('get with fetch what $slug says', async (guide) => {
    const runs = await runSamples(guide, 'fetch')
    expect(runs).toHaveLength(readGuideRequests(guide).length)
    expect(runs.flatMap(findDifferences)).toStrictEqual([])
  })

  it.each(guidesWithRequests)('get with the client what $slug says', async (guide) => {
    expect((await runSamples(guide, 'TypeScript client')).flatMap(findDifferences)).toStrictEqual([])
  })

  it('compile where they are samples of the client', async () => {
    // The files that the test above has written.
    expect(await project.compile()).toBe('')
  })
})
