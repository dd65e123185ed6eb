import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createReportedFinding, createRunFinding } from '../../../test/create-result.ts'
import { createMemoApi, memoDocument, memoKey } from '../../../test/memo-api.ts'
import { checkContract } from '../run/check-contract.ts'
import { promoteFinding } from './promote-finding.ts'
import { createFolder } from '../../../test/create-folder.ts'

const api = createMemoApi('title-is-a-number')

const { findings } = await checkContract({
  document: memoDocument,
  fetch: api.fetch,
  reset: api.reset,
  headers: { 'x-key': memoKey },
  cases: 2,
})

describe('promoteFinding', () => {
  it('writes one file for each key, named for it', async () => {
    const folder = await createFolder()
    const names = await Promise.all(
      findings.map(async (finding) => basename((await promoteFinding(finding, join(folder, 'a/b'))) ?? '')),
    )
    expect(names).toHaveLength(3)
    expect(
      names.every((name) => /^response-schema-conformance-\w+Memos?-[0-9a-f]{8}\.json$/.test(name)),
    ).toBe(true)
  })

  it('keeps the requests and no credential', async () => {
    const path = await promoteFinding(findings[0] ?? createRunFinding(), await createFolder())
    const text = await readFile(path ?? '', 'utf8')
    expect(text).not.toContain(memoKey)
    expect(JSON.parse(text)).toMatchObject({
      format: 1,
      check: 'response-schema-conformance',
      operationId: 'createMemo',
      steps: [{ operationId: 'createMemo', request: { method: 'POST', target: '/memos' }, answered: 201 }],
    })
  })

  it('has nothing to keep of a finding about the whole run', async () => {
    expect(await promoteFinding(createRunFinding(), await createFolder())).toBeUndefined()
  })

  it('makes a file name of any key', async () => {
    const key = `example-conformance:GET /${'pets/'.repeat(60)}{id}:0123abcd`
    const finding = createReportedFinding({ check: 'example-conformance', key })
    const name = basename((await promoteFinding(finding, await createFolder())) ?? '')
    expect(name).toMatch(/^example-conformance-GET-pets-pets[\w-]*-0123abcd\.json$/)
    expect(name.length).toBeLessThanOrEqual(125)
  })

  it('names the file that cannot be written', async () => {
    const folder = await createFolder()
    await writeFile(join(folder, 'taken'), '')
    const promoted = promoteFinding(
      createReportedFinding({ check: 'example-conformance' }),
      join(folder, 'taken'),
    )
    await expect(promoted).rejects.toThrow(/^The regression file .*taken.*\.json cannot be written: /)
  })
})
