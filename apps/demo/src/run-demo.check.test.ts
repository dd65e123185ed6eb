import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { code128Widths } from './barcode/code-128-widths.ts'
import { holdCheckouts } from './hold-checkouts.fixture.ts'
import { startOwnSandbox } from './own-sandbox.ts'
import { runDemo } from './run-demo.ts'

/** Runs the demo in this process, and captures its output. */
async function run(args: readonly string[], signal = new AbortController().signal) {
  const output = { stdout: '', stderr: '' }
  const outcome = await runDemo(args, {
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
    env: {},
    signal,
  })
  return { outcome, ...output }
}

const widthsOf: Readonly<Record<string, string>> = { '█': '11', '▌': '10', '▐': '01', ' ': '00' }

/** The pairs of digits that a scanner reads in a line of blocks, with the check symbol. */
function scanPairs(line: string): readonly number[] {
  const modules = Array.from(line, (block) => widthsOf[block] ?? '?').join('')
  const runs = Array.from(modules.replaceAll(/^0+|0+$/g, '').matchAll(/1+|0+/g), ([same]) => same.length)
  const symbols = Array.from(runs.join('').slice(0, -7).matchAll(/\d{6}/g), ([widths]) =>
    code128Widths.indexOf(widths),
  )
  expect(symbols[0]).toBe(105)
  return symbols.slice(1)
}

describe('runDemo', () => {
  it('buys cards from the session to the barcode, over what an interrupted purchase has left', async () => {
    const sandbox = await startOwnSandbox()
    const held = await holdCheckouts(sandbox.url)
    onTestFinished(async () => {
      held.close()
      await sandbox.stop()
    })
    const interruption = new AbortController()
    const first = run(['--url', held.url], interruption.signal)
    await held.arrived
    interruption.abort(new Error('Ended by the test'))
    expect(await first).toMatchObject({ outcome: 'interrupted', stderr: '' })

    const { outcome, stdout, stderr } = await run(['--url', sandbox.url])
    expect({ outcome, stderr }).toStrictEqual({ outcome: 'done', stderr: '' })
    expect(Array.from(stdout.matchAll(/^\d+\. .*$/gm), ([step]) => step)).toStrictEqual([
      '1. Open a session and log in as elite@example.com.',
      '2. Open a cart.',
      '3. Add cards: 2 × $50.00 ecode at 8.5% off, 1 × $100.00 physical at 7% off.',
      '4. Apply the coupon SAVE10.',
      '5. Get the drawdown balance.',
      '6. Check out the cart, paid from the drawdown account.',
      '7. Wait for delivery. The demo moves the sandbox clock forward 4 hours between polls.',
      '8. Get the last card from the wallet.',
      '9. Get its unmasked number and PIN, available for 24 hours after delivery.',
      '10. Draw its barcode, to scan at the till.',
    ])
    expect(stdout).toContain('An interrupted purchase left this cart. The demo emptied it.')
    expect(stdout).toContain('Reserved 3 cards of Northwind Outfitters for $184.50.')
    expect(stdout).toContain('Total: $166.04 after the coupon, $161.89 after the drawdown discount.')
    expect(stdout).toMatch(
      /Processing, 2 of 3 cards.*\n.*Fulfillment, 2 of 3 cards.*\n.*Shipped, 3 of 3 cards/,
    )

    const bars = stdout.split('\n').filter((line) => /[█▌▐]/.test(line))
    expect(new Set(bars).size).toBe(1)
    const pairs = scanPairs(bars[0] ?? '')
    const sum = pairs.slice(0, -1).reduce((total, pair, index) => total + pair * (index + 1), 105)
    expect(pairs.at(-1)).toBe(sum % 103)
    // The prefix of the merchant, then the serial.
    expect(pairs.slice(0, 2)).toStrictEqual([99, 1])
    expect(pairs).toHaveLength(8 + 1)

    const serial = pairs
      .slice(0, -1)
      .map((pair) => String(pair).padStart(2, '0'))
      .join('')
    expect(stdout).toContain('Moving the clock expired the session token 6 times.')
    expect(stdout.trimEnd()).toMatch(new RegExp(`Done. See the order at ${sandbox.url}/sandbox/$`))
    for (const secret of ['eyJ', 'correct-horse-battery', serial]) expect(stdout).not.toContain(secret)
    expect(stdout).not.toMatch(/9999\d{8}/)
    expect(stdout).toMatch(/number \*{4}\d{4}, PIN \*{4}\.\n/)
    expect(stdout).not.toContain('\u001B')
  })

  it('finds out before it buys that there is no sandbox', async () => {
    const elsewhere = createServer((_request, response) => response.writeHead(404).end())
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void elsewhere.close())
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    const { outcome, stdout, stderr } = await run(['--url', url])
    expect(outcome).toBe('failed')
    expect(stderr).toContain(`${url} is not a sandbox.`)
    expect(stdout).not.toContain('1. ')
  })

  it('explains its use', async () => {
    const { outcome, stderr } = await run(['--speed'])
    expect(outcome).toBe('usage')
    expect(stderr).toMatch(/^Unknown option '--speed'.*\n\nnpm run demo \[-- --url/)
  })
})
