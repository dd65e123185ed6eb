import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findTests } from './find-tests.ts'

const root = mkdtempSync(join(tmpdir(), 'find-tests-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

describe('findTests', () => {
  it('lists the files of each row, those over HTTP first', () => {
    write(
      'packages/giftcards/marketplace/src/lib/a.test.ts',
      `it('x', { meta: { rules: ['9.9-01', 'D99-03'] } }, f)`,
    )
    write('test/rules/z.test.ts', `it('y', { meta: { rules: ['9.9-01'] } }, f)\nexpect('9.9-02')`)
    write('test/rules/z.ts', `const other = { meta: { rules: ['9.9-03'] } }`)
    write('test/rules/wide.test.ts', `it('w', {\n  meta: { rules: [\n'9.9-04',\n'9.9-01', ] },\n}, f)`)
    write('test/node_modules/b.test.ts', `it('n', { meta: { rules: ['9.9-05'] } }, f)`)
    expect(findTests(root)).toStrictEqual(
      new Map([
        ['9.9-04', ['test/rules/wide.test.ts']],
        [
          '9.9-01',
          [
            'test/rules/wide.test.ts',
            'test/rules/z.test.ts',
            'packages/giftcards/marketplace/src/lib/a.test.ts',
          ],
        ],
        ['D99-03', ['packages/giftcards/marketplace/src/lib/a.test.ts']],
      ]),
    )
  })
})
