import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWithVite } from './build-with-vite.ts'

const root = join(import.meta.dirname, '..')

/** The styles of the header, which the reference pages have too; and those of every other page. */
const headerStyles = ['tokens', 'header', 'search']
const siteStyles = [...headerStyles, 'layout', 'prose', 'home', 'rules']

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="1" y="3" width="14" height="10" rx="2" fill="#0f6b57"/><path d="M1 7h14M6 3v10" stroke="#fff" stroke-width="1.2"/></svg>\n'

/** Writes `assets/`: the script of the pages as a classic script, which also runs from a plain folder, styles, icon. */
export async function buildAssets(folder: string): Promise<void> {
  const assets = join(folder, 'assets')
  mkdirSync(assets, { recursive: true })
  writeFileSync(join(assets, 'reference.css'), readStyles([...headerStyles, 'reference']))
  writeFileSync(join(assets, 'site.css'), readStyles(siteStyles))
  writeFileSync(join(assets, 'icon.svg'), icon)
  await buildWithVite({
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: assets,
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: join(root, 'browser/main.ts'),
        formats: ['iife'],
        name: 'docsSite',
        fileName: () => 'site.js',
      },
    },
  })
}

function readStyles(names: readonly string[]): string {
  return names.map((name) => readFileSync(join(root, 'styles', `${name}.css`), 'utf8')).join('\n')
}
