import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../test/create-folder.ts'
import { createReportedFinding, createResult } from '../../test/create-result.ts'
import { ConfigurationError } from '../core/check-options.ts'
import { reportKinds, toJsonReport, writeReport } from './write-report.ts'

describe('writeReport', () => {
  it('makes the folders of its path', async () => {
    const folder = await createFolder()
    const path = await writeReport({ kind: 'json', path: 'a/b/report.json' }, createResult(), folder)
    expect(path).toBe('a/b/report.json')
    expect(JSON.parse(await readFile(join(folder, path), 'utf8'))).toMatchObject({
      title: 'Pets',
      verdict: 'green',
    })
  })

  it('names the file that cannot be written', async () => {
    const folder = await createFolder()
    await writeFile(join(folder, 'taken'), '')
    const report = writeReport({ kind: 'html', path: 'taken/report.html' }, createResult(), folder)
    await expect(report).rejects.toThrow(ConfigurationError)
    await expect(report).rejects.toThrow(/^The report taken\/report\.html cannot be written: /)
  })

  it('gives each kind its own form', async () => {
    const folder = await createFolder()
    const result = createResult({ findings: [createReportedFinding()], verdict: 'findings' })
    const starts = await Promise.all(
      reportKinds.map(async (kind) => {
        await writeReport({ kind, path: kind }, result, folder)
        return (await readFile(join(folder, kind), 'utf8')).trimStart().slice(0, 5)
      }),
    )
    expect(starts).toStrictEqual(['{\n  "', '<?xml', '<!doc', '{\n  "', '{\n  "', '## Pe', '{\n  "'])
  })
})

describe('toJsonReport', () => {
  it('has the fields that programs read', () => {
    const report = toJsonReport(createResult({ findings: [createReportedFinding()], verdict: 'findings' }))
    expect(Object.keys(report).toSorted()).toStrictEqual([
      'baseUrl',
      'coverage',
      'document',
      'durationMs',
      'findings',
      'notes',
      'obstacles',
      'phases',
      'policiesUsed',
      'requests',
      'seed',
      'skipped',
      'title',
      'verdict',
    ])
    expect(report.findings[0]).toMatchObject({
      check: 'response-schema-conformance',
      operationId: 'getPet',
      pointer: '/components/schemas/Pet/properties/name/type',
      key: 'response-schema-conformance:getPet:01234567',
      phase: 'coverage',
      severity: 'high',
      reproduce: { curl: "curl http://pets.test/pets/1 -H 'authorization: Bearer ***'" },
    })
  })

  it('has the plain fields of a finding alone: credentials are masked in no exchange', () => {
    const [finding] = toJsonReport(createResult({ findings: [createReportedFinding()] })).findings
    expect(Object.keys(finding ?? {}).toSorted()).toStrictEqual([
      'check',
      'count',
      'fix',
      'key',
      'message',
      'operationId',
      'phase',
      'places',
      'pointer',
      'reproduce',
      'scenario',
      'schemaFragment',
      'severity',
      'title',
    ])
  })
})
