import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** The stylesheets for the frame of every page: the light and dark colors, the header, the menu and the search. */
const shared = ['tokens', 'header', 'menu', 'search']

/** The stylesheets of the pages, each with its parts in order. */
const styles: Readonly<Record<string, readonly string[]>> = {
  'site.css': [...shared, 'layout', 'prose', 'code'],
  'frame.css': shared,
  'reference.css': [...shared, 'code', 'reference'],
  'try-it.css': ['try-it-page', 'try-it-form'],
}

/** The scripts of the pages. They are classic scripts, which also run from `file:` URLs. */
const scripts: Readonly<Record<string, string>> = {
  'site.js': 'browser/site/main.ts',
  'try-it.js': 'browser/try-it/main.tsx',
}

/** Writes the folder `generated`, which a site copies into its `assets`. */
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
      // Independent of NODE_ENV: otherwise, a build started by a test would contain file paths of this machine.
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
