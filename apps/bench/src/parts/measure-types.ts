import { execFile } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { createRequire, findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { median } from '../figures/median.ts'
import { withWorkplace } from '../sides/workplace.ts'
import type { PartContext } from './part-context.ts'

/** How long `tsc --noEmit` takes. */
export interface TypesFigures {
  /** On a project of one empty file. */
  readonly emptyMs: number
  /** On one that imports the client, as published, and calls three of its methods. */
  readonly consumerMs: number
}

const consumer = `import { createPartnerClient } from '@giftcards/client'
const client = createPartnerClient({ baseUrl: 'http://127.0.0.1:3000', appId: 'demo-app' })
const { cartId } = await client.createCart()
const { cart } = await client.addCards({
  cartId,
  cards: [{ merchantId: 102, faceValue: 5, percentOff: 0.5, type: 'ecode', quantity: 3 }],
})
export const card = await client.getWalletCard({ cardId: 200_001 })
export const first = cart.cards[0]?.id
`

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  noEmit: true,
  types: [],
}

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** Checks both projects in turn. */
export function measureTypes({ quick, onStep }: PartContext): Promise<TypesFigures> {
  return withWorkplace(async ({ folder }) => {
    onStep('type check of a consumer of the client')
    installClient(join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    writeFileSync(join(folder, 'empty.ts'), 'export {}\n')
    writeFileSync(join(folder, 'consumer.ts'), consumer)
    for (const name of ['empty', 'consumer']) {
      const config = { compilerOptions, files: [`${name}.ts`] }
      writeFileSync(join(folder, `tsconfig.${name}.json`), JSON.stringify(config))
    }
    const check = async (name: string): Promise<number> => {
      const began = performance.now()
      await promisify(execFile)(process.execPath, [compiler, '-p', `tsconfig.${name}.json`], { cwd: folder })
      return performance.now() - began
    }
    // The first run reads the compiler from the disk.
    await check('empty')
    const empty: number[] = []
    const consuming: number[] = []
    for (let round = 0; round < (quick ? 1 : 5); round += 1) {
      empty.push(await check('empty'))
      consuming.push(await check('consumer'))
    }
    return { emptyMs: median(empty), consumerMs: median(consuming) }
  })
}

/** Copies the client and its dependencies there, as they are published: `npm run build` has made the folders. */
function installClient(modules: string): void {
  const client = folderOf('@giftcards/client', import.meta.url)
  const kit = folderOf('@contract-kit/client', join(client, 'package.json'))
  const engine = folderOf('openapi-fetch', join(kit, 'package.json'))
  const helpers = folderOf('openapi-typescript-helpers', join(engine, 'package.json'))
  const packages = {
    '@giftcards/client': join(client, 'dist'),
    '@contract-kit/client': join(kit, 'dist'),
    'openapi-fetch': engine,
    'openapi-typescript-helpers': helpers,
  }
  for (const [name, folder] of Object.entries(packages)) {
    cpSync(folder, join(modules, name), { recursive: true })
  }
}

/** The folder of a package that another one depends on. */
function folderOf(name: string, dependent: string): string {
  const manifest = findPackageJSON(name, dependent)
  if (manifest === undefined) throw new Error(`${name} is not installed`)
  return dirname(manifest)
}
