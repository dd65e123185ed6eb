import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { type Figures, type Part, parts, runBench } from './bench.ts'

const usage = `npm run bench [-- options]

Measures the server beside the same duties written by hand, and the client beside openapi-fetch, in turn, on this machine.

  --only PART,PART   only these parts: ${parts.join(', ')}
  --short            a few rounds: for trying a change, not for quoting
  --json FILE        writes the figures there too
  --help             this text
`

// Children end with this process; the signal handlers remove their data.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const options = readOptions()
if (options.help) {
  process.stdout.write(usage)
} else {
  const report = await runBench({
    parts: options.only,
    others: ['postgres', 'prism'],
    connections: 16,
    requests: 1600,
    rounds: options.short ? 2 : 9,
    warmUp: options.short ? 2 : 4,
    calls: 2000,
    onStep: (text) => process.stderr.write(`${(performance.now() / 60_000).toFixed(1)} min  ${text}\n`),
  })
  for (const part of options.only) {
    process.stdout.write(`\n${part}\n`)
    console.table(report[part]?.map(toRow))
  }
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, undefined, 2)}\n`)
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', default: parts.join() },
        short: { type: 'boolean', default: false },
        json: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    const only = values.only.split(',') as Part[]
    const unknown = only.find((part) => !parts.includes(part))
    if (unknown !== undefined) throw new Error(`--only does not know "${unknown}"`)
    return { ...values, only }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(2)
  }
}

/** Three digits of each number. */
function toRow(figures: Figures): Figures {
  const entries = Object.entries(figures)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'number' ? Number(value.toPrecision(3)) : value]),
  )
}
