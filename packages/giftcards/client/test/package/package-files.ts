import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** The files of a built package with their texts. */
export class PackageFiles {
  /** Paths relative to the package. */
  readonly names: readonly string[]
  readonly #texts: ReadonlyMap<string, string>

  private constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts
    this.names = [...texts.keys()].toSorted()
  }

  /** Reads every file of a folder. */
  static async of(folder: string): Promise<PackageFiles> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const texts = paths.map(async (path) => [relative(folder, path), await readFile(path, 'utf8')] as const)
    return new PackageFiles(new Map(await Promise.all(texts)))
  }

  /** The text of a file; throws where the package has none of that name. */
  text(name: string): string {
    const text = this.#texts.get(name)
    if (text === undefined) throw new Error(`The package has no file ${name}`)
    return text
  }

  /** What a module or declaration file imports and re-exports, as written. */
  specifiers(name: string): readonly string[] {
    const imports = this.text(name).matchAll(
      /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*(['"])(?<from>[^'"]+)\1|^\s*import\s*(['"])(?<bare>[^'"]+)\3|\bimport\(\s*(['"])(?<inline>[^'"]+)\5/gm,
    )
    return Array.from(
      imports,
      ({ groups = {} }) => groups['from'] ?? groups['bare'] ?? groups['inline'] ?? '',
    )
  }

  /** The files that one file needs, itself included; throws where one of them is not in the package. */
  reachableFrom(start: string): readonly string[] {
    const ending = start.endsWith('.d.ts') ? '.d.ts' : '.js'
    const found = new Set([start])
    for (const file of found) {
      for (const specifier of this.specifiers(file)) {
        if (!specifier.startsWith('.'))
          throw new Error(`${file} needs ${specifier}, which is not in the package`)
        found.add(join(dirname(file), specifier.replace(/\.js$/, ending)))
      }
    }
    return [...found]
  }
}
