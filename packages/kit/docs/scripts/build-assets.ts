import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** Where the light and dark colors, the header, the menu and the search are: the frame of every page. */
const shared = ['tokens', 'header', 'menu', 'search']

/** The stylesheets of the pages, each of them parts in their order. */
const styles: Readonly<Record<string, readonly string[]>> = {
  'site.css': [...shared, 'layout', 'prose', 'code'],
  'frame.css': shared,
  'reference.css': [...shared, 'code', 'reference'],
  'try-it.css': ['try-it-page', 'try-it-form'],
}

/** The scripts of the pages: classic ones, which also run from a folder that no server serves. */
const scripts: Readonly<Record<string, string>> = {
  'site.js': 'browser/site/main.ts',
  'try-it.js': 'browser/try-it/main.tsx',
}

/** Writes `generated`: what a site copies into its `assets`. */
export async function buildAssets(workspace: string): Promise<void> {
  const folder = join(workspace, 'generated')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [file, parts] of Object.entries(styles)) {
    const texts = parts.map((part) => readFileSync(join(workspace, 'styles', `${part}.css`), 'utf8'))
    writeFileSync(join(folder, file), texts.join('\n'))
  }
  for (const [file, entry] of Object.entries(scripts)) {
    await build({
      root: workspace,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      // Whatever NODE_ENV says: a build that begins in a test would name the files of this machine.
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: ['chrome123', 'firefox120', 'safari17.5'],
        reportCompressedSize: false,
        lib: { entry: join(workspace, entry), formats: ['iife'], name: 'contractDocs', fileName: () => file },
      },
    })
  }
}
