import process from 'node:process'
import { createPartnerClient } from '@giftcards/client'
import { createSandboxClient } from '@giftcards/client/sandbox'
import { buyCards } from './buy-cards.ts'
import { explainFailure } from './explain-failure.ts'
import { followOrder } from './follow-order.ts'
import { type OwnSandbox, startOwnSandbox } from './own-sandbox.ts'
import { type DemoOptions, readOptions, usage, UsageError } from './read-options.ts'
import { showCard } from './show-card.ts'
import { createTerminal } from './terminal.ts'
import { createWireLog } from './wire-log.ts'

/** As shells report them. */
const exitCodes = { done: 0, failed: 1, usage: 2, SIGINT: 130, SIGPIPE: 141, SIGTERM: 143 } as const

const terminal = createTerminal(process.stdout, process.env)
const interruption = new AbortController()
let interruptedBy: 'SIGINT' | 'SIGPIPE' | 'SIGTERM' | undefined
process.once('SIGINT', () => interrupt('SIGINT'))
process.once('SIGTERM', () => interrupt('SIGTERM'))
// The reader of the output has closed it, as `head` does.
process.stdout.on('error', () => interrupt('SIGPIPE'))

process.exitCode = await main()

function interrupt(signal: NonNullable<typeof interruptedBy>): void {
  interruptedBy ??= signal
  interruption.abort(new Error(`Ended by ${signal}`))
}

async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2))
    if (options.help) {
      process.stdout.write(usage)
      return exitCodes.done
    }
    return await run(options)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n\n${usage}`)
    return exitCodes.usage
  }
}

async function run({ url }: DemoOptions): Promise<number> {
  let own: OwnSandbox | undefined
  try {
    own = url === undefined ? await startOwnSandbox() : undefined
    await tell(own?.url ?? url ?? '')
    return exitCodes.done
  } catch (error) {
    terminal.settle()
    if (interruptedBy !== undefined) return exitCodes[interruptedBy]
    process.stderr.write(`\n${explainFailure(error, url)}\n`)
    return exitCodes.failed
  } finally {
    await own?.stop()
  }
}

async function tell(baseUrl: string): Promise<void> {
  const { signal } = interruption
  const wire = createWireLog(terminal, signal)
  const client = createPartnerClient({ baseUrl, appId: 'demo-app', logger: wire.logger })
  const sandbox = createSandboxClient({ baseUrl, sandboxKey: process.env['SANDBOX_KEY'] })
  const stage = { client, sandbox, terminal, wire, signal }
  terminal.print([`A purchase in the sandbox at ${baseUrl}`])
  // A server without a clock is not a sandbox. The demo checks this before it buys anything.
  await sandbox.getClock({ signal })
  const order = await buyCards(stage)
  const delivered = await followOrder(stage, order)
  await showCard(stage, delivered)
}
