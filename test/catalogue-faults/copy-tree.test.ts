import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { copyTree, workspaceOf } from './copy-tree.ts'

const root = mkdtempSync(join(tmpdir(), 'copied-tree-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text = file): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

describe('copyTree', () => {
  it('copies sources, and links what is installed', () => {
    write('apps/shop/src/a.ts')
    write('apps/shop/node_modules/own/index.js')
    write('packages/kit/tool/src/b.ts')
    write('packages/giftcards/money/src/c.ts')
    write('packages/giftcards/money/dist/c.js')
    write('test/.results/vitest.json')
    write('node_modules/express/index.js')
    mkdirSync(join(root, 'node_modules/@giftcards'))
    symlinkSync('../../packages/giftcards/money', join(root, 'node_modules/@giftcards/money'))
    const tree = copyTree(root)
    const read = (file: string) => readFileSync(join(tree.folder, file), 'utf8')
    expect(read('packages/giftcards/money/dist/c.js')).toBe('packages/giftcards/money/dist/c.js')
    expect(read('node_modules/express/index.js')).toBe('node_modules/express/index.js')
    expect(read('apps/shop/node_modules/own/index.js')).toBe('apps/shop/node_modules/own/index.js')
    expect(existsSync(join(tree.folder, 'test/.results'))).toBe(false)
    writeFileSync(join(tree.folder, 'packages/giftcards/money/src/c.ts'), 'broken')
    expect(read('node_modules/@giftcards/money/src/c.ts')).toBe('broken')
    expect(readFileSync(join(root, 'packages/giftcards/money/src/c.ts'), 'utf8')).not.toBe('broken')
    tree.remove()
    expect([existsSync(tree.folder), existsSync(join(root, 'node_modules/express'))]).toStrictEqual([
      false,
      true,
    ])
  })
})

describe('workspaceOf', () => {
  it.each([
    ['packages/kit/express/src/router.ts', 'packages/kit/express'],
    ['apps/server/src/app.ts', 'apps/server'],
    ['test/rules/a.test.ts', 'test'],
  ])('of %s is %s', (file, workspace) => {
    expect(workspaceOf(file)).toBe(workspace)
  })
})
