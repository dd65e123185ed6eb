import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listBrokenLinks } from './check-links.ts'
import { groupByReason, toFailure } from './results.ts'

describe('toFailure', () => {
  it('takes one sentence with exit code 2 for a refusal', () => {
    const stderr = 'Bundling api.yaml\nThe document has no paths.\n'
    expect(toFailure({ exitCode: 2, stdout: '', stderr })).toStrictEqual({
      result: 'refused',
      notes: ['The document has no paths.'],
    })
  })

  it.each([
    ['a stack', 2, 'TypeError: x is undefined\n    at run (file:///kit/run.ts:3:7)\n'],
    ['silence', 2, ''],
    ['exit code 70', 70, 'This is a bug in contract. Please report it:\n'],
    ['a run that was ended', 137, 'Bundling api.yaml\n'],
  ])('takes %s for a fault', (_name, exitCode, stderr) => {
    expect(toFailure({ exitCode, stdout: '', stderr }).result).toBe('failed')
  })
})

describe('groupByReason', () => {
  it('names the operations that share a reason', () => {
    const notes = [
      'GET /a: left out: it is odd',
      'GET /b (b): left out: it is odd',
      'GET /c: has no member `x`: it is an object',
      'GET /d: its callbacks do not become methods',
    ]
    expect(groupByReason(notes)).toStrictEqual([
      '2 operations left out: it is odd: GET /a, GET /b (b)',
      '1 operation without a parameter: it is an object: GET /c',
    ])
  })
})

describe('listBrokenLinks', () => {
  it('finds missing files and anchors, and lets the reference make its own', () => {
    const folder = mkdtempSync(join(tmpdir(), 'site-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const links = [
      'here.html',
      '#top',
      'gone.html',
      '#lost',
      'reference.html#operation/a',
      'https://x.example',
    ]
    const anchors = links.map((link) => `<a href="${link}">x</a>`).join('')
    writeFileSync(join(folder, 'index.html'), `<h1 id="top">x</h1>${anchors}`)
    writeFileSync(join(folder, 'here.html'), '')
    writeFileSync(join(folder, 'reference.html'), '<a href="/a" data-discover="true">x</a>')
    expect(listBrokenLinks(folder)).toStrictEqual([
      'index.html links to gone.html, which is no file',
      'index.html links to #lost, which is no anchor',
    ])
  })
})
