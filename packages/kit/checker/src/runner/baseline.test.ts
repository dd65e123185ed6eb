import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../test/create-folder.ts'
import { createReportedFinding, createResult } from '../../test/create-result.ts'
import { readBaseline, withoutKnown, writeBaseline } from './baseline.ts'

const place = (key: string) => ({
  operationId: 'getPet',
  method: 'GET',
  path: '/pets/{petId}',
  key,
  message: 'It is wrong.',
  pointer: '',
  count: 1,
})
const result = createResult({
  findings: [
    createReportedFinding({ key: 'a', places: [place('a'), place('b')] }),
    createReportedFinding({ key: 'c', places: [place('c')] }),
  ],
  verdict: 'findings',
})

describe('a baseline', () => {
  it('leaves out what it was written from', async () => {
    const path = join(await createFolder(), 'known.json')
    await writeBaseline(path, result)
    const { result: left, known } = withoutKnown(result, await readBaseline(path))
    expect(left.findings).toStrictEqual([])
    expect(left.verdict).not.toBe('findings')
    expect(known).toBe(3)
  })

  it('is the same text for the same findings in another order', async () => {
    const folder = await createFolder()
    await writeBaseline(join(folder, 'a'), result)
    await writeBaseline(join(folder, 'b'), { ...result, findings: result.findings.toReversed() })
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe(await readFile(join(folder, 'b'), 'utf8'))
  })

  it('keeps what people wrote into it, and forgets what is gone', async () => {
    const path = join(await createFolder(), 'known.json')
    const old = { check: 'old', message: 'Old.', reason: 'Later.' }
    const findings = ['a', 'gone'].map((key) => ({ key, ...old }))
    await writeFile(path, JSON.stringify({ findings }))
    await writeBaseline(path, result)
    const written = JSON.parse(await readFile(path, 'utf8')) as { readonly findings: readonly object[] }
    expect(written.findings).toMatchObject([
      { key: 'a', reason: 'Later.', message: 'It is wrong.' },
      { key: 'b' },
      { key: 'c' },
    ])
    expect(written.findings[1]).not.toHaveProperty('reason')
  })

  it('is written again where it cannot be read', async () => {
    const path = join(await createFolder(), 'known.json')
    await writeFile(path, '{')
    await writeBaseline(path, result)
    expect(await readBaseline(path)).toStrictEqual(new Set(['a', 'b', 'c']))
  })

  it('keeps a finding that shows at a new place', () => {
    const { result: left, known } = withoutKnown(result, new Set(['a', 'c']))
    expect(left.findings.map(({ places }) => places.map(({ key }) => key))).toStrictEqual([['b']])
    expect(left.verdict).toBe('findings')
    expect(known).toBe(2)
  })

  it('knows nothing where there is no file yet', async () => {
    expect(await readBaseline(join(await createFolder(), 'none.json'))).toStrictEqual(new Set())
  })

  it.each(['{', '[]', '{ "findings": 3 }'])('refuses %s', async (text) => {
    const path = join(await createFolder(), 'known.json')
    await writeFile(path, text)
    await expect(readBaseline(path)).rejects.toThrow('cannot be read; write it again with --update-baseline.')
  })
})
