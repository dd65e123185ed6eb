import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findProofs } from './find-proofs.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proofs-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

describe('findProofs', () => {
  it('names the test files of each row', () => {
    write('test/rules/a.test.ts', `it('x', { meta: { rules: ['9.9-01', '9.9-02'] } }, () => {})`)
    write('apps/server/src/b.test.ts', `it('y', { meta: { rules: ['9.9-01', 'D99-12'] } }, () => {})`)
    expect(findProofs(root)).toEqual(
      new Map([
        ['9.9-01', ['apps/server/src/b.test.ts', 'test/rules/a.test.ts']],
        ['D99-12', ['apps/server/src/b.test.ts']],
        ['9.9-02', ['test/rules/a.test.ts']],
      ]),
    )
  })

  it('overlooks sources, installed packages and samples', () => {
    write('test/rules/a.ts', `'9.9-01'`)
    write('test/node_modules/x/a.test.ts', `'9.9-01'`)
    write('test/catalogue/a.test.ts', `'9.9-01'`)
    expect(findProofs(root)).toEqual(new Map())
  })
})
