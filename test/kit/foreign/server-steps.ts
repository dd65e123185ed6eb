import { toValues } from './requests.ts'
import { isDone, type StepResult, toFailure, toRefusal, works } from './results.ts'
import { runContract, withServer } from './run-contract.ts'
import { noOperation, type Trials, tryEach } from './trials.ts'
import { tryClient } from './try-client.ts'
import { trySandbox } from './try-sandbox.ts'

/** Runs the mock, and the generated client and the checker against it. The checker runs with few cases. */
export async function runMock(
  folder: string,
  trials: Trials,
): Promise<Readonly<Record<'mock' | 'client' | 'check', StepResult>>> {
  const served = await withServer(folder, 'mock', async (url) => {
    const mock = await tryEach(
      trials,
      async (operation) => (await trials.send(url, operation, toValues(operation))).problem,
    )
    const client = await tryClient(folder, trials, url)
    const options = ['--phase', 'examples,fuzz', '--cases', '1', '--max-time', '2']
    const run = await runContract(folder, ['check', '--url', url, '--json', '--', ...options])
    return { mock, client, check: isDone(run) && isVerdict(run.stdout) ? works() : toFailure(run) }
  })
  if (!('exitCode' in served)) return served
  const unserved = toRefusal('There is no mock to send requests to.')
  return { mock: toFailure(served), client: unserved, check: unserved }
}

function isVerdict(report: string): boolean {
  const { verdict } = JSON.parse(report) as { readonly verdict?: string }
  return typeof verdict === 'string'
}

/** Runs the sandbox. Also runs the client against it, if the mock had no operation for the client. */
export async function runSandbox(
  folder: string,
  trials: Trials,
  mocked: StepResult,
): Promise<Readonly<Record<'sandbox' | 'client', StepResult>>> {
  const served = await withServer(folder, 'sandbox', async (url) => ({
    client: mocked === noOperation ? await tryClient(folder, trials, url, false) : mocked,
    sandbox: await trySandbox(trials, url),
  }))
  return 'exitCode' in served ? { client: mocked, sandbox: toFailure(served) } : served
}
