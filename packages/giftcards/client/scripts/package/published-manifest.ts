/** The fields of the workspace's own `package.json` that are published. */
export interface WorkspaceManifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly exports: Readonly<Record<string, string>>
}

/** One public entry: `testing`, written in `src/testing.ts`, imported as `@giftcards/client/testing`. */
export interface PackageEntry {
  /** The file name without its ending; `index` for the package itself. */
  readonly name: string
  /** The key in `exports`. */
  readonly subpath: string
  /** The source file, relative to the workspace. */
  readonly source: string
}

/** The entries that partners import: those that the workspace exports from `src`. */
export function entriesOf({ exports }: Pick<WorkspaceManifest, 'exports'>): readonly PackageEntry[] {
  return Object.entries(exports).flatMap(([subpath, source]) => {
    const name = /^\.\/src\/([a-z-]+)\.ts$/.exec(source)?.[1]
    return name === undefined ? [] : [{ name, subpath, source }]
  })
}

/** The manifest of the published package: ESM only, no dependencies, types beside every entry. */
export function publishedManifest(manifest: WorkspaceManifest): object {
  const { name, version, description, license } = manifest
  const exports = entriesOf(manifest).map((entry) => [
    entry.subpath,
    { types: `./types/client/src/${entry.name}.d.ts`, default: `./${entry.name}.js` },
  ])
  return {
    name,
    version,
    description,
    license,
    keywords: ['gift-cards', 'partner-api', 'api-client', 'typescript'],
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
  }
}
