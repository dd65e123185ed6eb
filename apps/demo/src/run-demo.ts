import { createPartnerClient } from '@giftcards/client'
import { createSandboxClient } from '@giftcards/client/sandbox'
import { buyCards } from './buy-cards.ts'
import { explainFailure } from './explain-failure.ts'
import { followOrder } from './follow-order.ts'
import { type OwnSandbox, startOwnSandbox } from './own-sandbox.ts'
import { readOptions, usage, UsageError } from './read-options.ts'
import { showCard } from './show-card.ts'
import { createTerminal, type Output, type Terminal } from './terminal.ts'
import { createWireLog } from './wire-log.ts'

/** The parts of its process that a run of the demo uses. */
export interface DemoProcess {
  readonly stdout: Output
  readonly stderr: { write(text: string): unknown }
  readonly env: NodeJS.ProcessEnv
  /** Interrupts the demo. */
  readonly signal: AbortSignal
}

/** The end of a run. */
export type DemoOutcome = 'done' | 'failed' | 'usage' | 'interrupted'

/** Runs `npm run demo` with these arguments. Stops the sandbox that it starts. */
export async function runDemo(args: readonly string[], demo: DemoProcess): Promise<DemoOutcome> {
  const { stdout, stderr, env, signal } = demo
  const terminal = createTerminal(stdout, env)
  let url: string | undefined
  let own: OwnSandbox | undefined
  try {
    const options = readOptions(args)
    if (options.help) {
      stdout.write(usage)
      return 'done'
    }
    ;({ url } = options)
    own = url === undefined ? await startOwnSandbox() : undefined
    await tell(own?.url ?? url ?? '', terminal, demo)
    const next =
      url === undefined ? 'Start a sandbox of your own with: npm start' : `See the order at ${url}/sandbox/`
    terminal.print(['', `Done. ${next}`])
    return 'done'
  } catch (error) {
    if (error instanceof UsageError) {
      stderr.write(`${error.message}\n\n${usage}`)
      return 'usage'
    }
    terminal.settle()
    if (signal.aborted) return 'interrupted'
    stderr.write(`\n${explainFailure(error, url)}\n`)
    return 'failed'
  } finally {
    await own?.stop()
  }
}

async function tell(baseUrl: string, terminal: Terminal, { env, signal }: DemoProcess): Promise<void> {
  const wire = createWireLog(terminal, signal)
  const client = createPartnerClient({ baseUrl, appId: 'demo-app', logger: wire.logger })
  const sandbox = createSandboxClient({ baseUrl, sandboxKey: env['SANDBOX_KEY'] })
  const stage = { client, sandbox, terminal, wire, signal }
  terminal.print([`Buying gift cards in the sandbox at ${baseUrl}`])
  // A server without a clock is not a sandbox. The demo checks this before it buys anything.
  await sandbox.getClock({ signal })
  const order = await buyCards(stage)
  const delivered = await followOrder(stage, order)
  await showCard(stage, delivered)
}
