import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, it } from 'vitest'
import { toArchive } from '../../src/reports/har.ts'
import type { SeenExchange } from '../../src/traffic/seen-exchange.ts'
import { toMaskedEntry } from '../../src/traffic/write-har.ts'
import { createFolder } from '../create-folder.ts'
import { judgeDefect } from '../proof/judge-defect.ts'
import { type ServerDefect, servers, serverOf } from '../servers/all-servers.ts'
import { notes } from '../servers/notes/notes-server.ts'
import type { ServerDefinition } from '../servers/kernel/test-server.ts'
import { documentOf, judgeRun, recordDefect, recordRun } from './record-run.ts'
import { visibleDefects } from './visible-defects.ts'

const isNightly = inject('depth') === 'nightly'
const correct = [...servers.values()].filter(({ id }) => isNightly || id === 'tickets')

const digestOf = ({ server, id }: ServerDefect): string =>
  createHash('sha256').update(`${server} ${id}`).digest('hex')

/** Faults of the other servers, drawn by their digests, whatever is found. */
const drawn = [...Map.groupBy(visibleDefects, ({ server }) => server)]
  .filter(([server]) => server !== notes.id)
  .flatMap(([, of]) =>
    of.toSorted((a, b) => (digestOf(a) < digestOf(b) ? -1 : 1)).slice(0, isNightly ? 20 : 2),
  )

describe('TrafficJudge', () => {
  it.each(correct)('finds nothing in a whole run on the correct server $id', async (definition) => {
    const { findings } = await judgeRun(definition, await recordRun(definition, undefined, { cases: 2 }))
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toStrictEqual([])
  })

  it.each(drawn)('finds $server $id', async (defect) => {
    const { hits, others } = judgeDefect(
      defect,
      await judgeRun(serverOf(defect.server), await recordDefect(defect)),
    )
    const instead = others.map(({ check, operationId }) => `${check} on ${operationId}`).join(', ')
    expect(hits.length, `found instead: ${instead}`).toBeGreaterThan(0)
  })
})

interface Problem {
  readonly ruleId: string
  readonly severity: string
  readonly message: string
  readonly operationId?: string
  readonly method: string
  readonly path: string
  readonly status: number
}

const redocly = join(createRequire(import.meta.url).resolve('@redocly/cli/package.json'), '../bin/cli.js')

/** What Redocly says of exchanges. Of requests of no documented operation only those that succeeded: the run makes others on purpose. */
const driftOf = async (
  definition: ServerDefinition,
  seen: readonly SeenExchange[],
): Promise<readonly Problem[]> => {
  const folder = await createFolder()
  const [har, out] = [join(folder, 'traffic.har'), join(folder, 'drift.json')]
  const mask = { showSecrets: false, secretNames: [], secrets: [] }
  await writeFile(har, JSON.stringify(toArchive(seen.map((one) => toMaskedEntry(one, mask)))))
  const server = `http://${definition.id}.test${definition.basePath}`
  const argv = [
    redocly,
    'drift',
    har,
    '--api',
    documentOf(definition),
    '--server',
    server,
    '--format=json',
    '-o',
    out,
  ]
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  await promisify(execFile)(process.execPath, argv, { env }).catch(() => undefined)
  const { problems } = JSON.parse(await readFile(out, 'utf8')) as { readonly problems: readonly Problem[] }
  return problems.filter(
    ({ ruleId, severity, status, method }) =>
      severity === 'error' &&
      ruleId !== 'security-baseline' &&
      (ruleId !== 'undocumented-endpoint' || (status < 300 && method !== 'HEAD' && method !== 'OPTIONS')),
  )
}

const textOf = ({ ruleId, operationId, method, path, message }: Problem): string =>
  [ruleId, operationId ?? `${method} ${path}`, message].join(' ')

describe('redocly drift', () => {
  it('finds no fault of notes that judge misses, and has the figures of docs/traffic.md', async () => {
    const run = await recordRun(notes, undefined, { cases: 2 })
    const alarms = await driftOf(notes, run)
    const known = new Set(alarms.map(textOf))
    const faults = visibleDefects.filter(({ server }) => server === notes.id)
    const found = { judge: 0, drift: 0 }
    for (const defect of faults) {
      const seen = await recordDefect(defect)
      const isHit = judgeDefect(defect, await judgeRun(notes, seen)).hits.length > 0
      const problems = (await driftOf(notes, seen)).filter((problem) => !known.has(textOf(problem)))
      const isDrift = problems.some(({ operationId }) => (operationId ?? null) === defect.operationId)
      expect([defect.id, isDrift && !isHit]).toStrictEqual([defect.id, false])
      found.judge += Number(isHit)
      found.drift += Number(isDrift)
    }
    const page = readFileSync(new URL('../../docs/traffic.md', import.meta.url), 'utf8')
    const { findings } = await judgeRun(notes, run)
    expect(page).toMatch(new RegExp(`\\| seeded faults that one exchange shows +\\| ${found.judge} of ${faults.length} +\\| ${found.drift} of ${faults.length} +\\|`)) // prettier-ignore
    expect(page).toMatch(new RegExp(`\\| errors on the correct server +\\| ${findings.length} +\\| ${alarms.length} +\\|`)) // prettier-ignore
  })
})
