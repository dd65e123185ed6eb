/**
 * Measures how many of the known defects in servers of public frameworks the checker finds, and how often it reports each.
 * `node bench/public-servers.ts` prints the table and the missed defects, and writes them into docs/figures.md.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { publicServers } from '../test/public-servers/all-public-servers.ts'
import { judgeCauses, type Scorecard } from '../test/public-servers/judge-causes.ts'

const page = new URL('../docs/figures.md', import.meta.url)
const START = '<!-- public-servers -->'
const END = '<!-- /public-servers -->'

const rowOf = ({ name, result, missed, falseAlarms, findingsPerCause }: Scorecard, known: number): string =>
  `| ${[
    name,
    `${known - missed.length} of ${known}`,
    findingsPerCause.toFixed(1),
    falseAlarms.length,
    result.requests,
    `${(result.durationMs / 1000).toFixed(1)} s`,
  ].join(' | ')} |`

const rows: string[] = []
const misses: string[] = []
for (const server of publicServers) {
  const card = await judgeCauses(server)
  rows.push(rowOf(card, server.causes.length))
  misses.push(...card.missed.map(({ description }) => `- ${server.name}: ${description}`))
  for (const { check, message } of card.falseAlarms)
    process.stderr.write(`${server.name}: ${check}: ${message}\n`)
}
const table = `
| server | causes found | findings for each | false alarms | requests | time |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

${misses.length === 0 ? 'None is missed.' : `Missed:\n\n${misses.join('\n')}`}
`
process.stdout.write(table)
const text = await readFile(page, 'utf8')
const [before = '', after = ''] = [text.split(START)[0], text.split(END)[1]]
const path = page.pathname
const config = (await resolveConfig(path)) ?? {}
await writeFile(
  page,
  await format(`${before}${START}\n${table}\n${END}${after}`, { ...config, filepath: path }),
)
