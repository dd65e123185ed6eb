import { readFile } from 'node:fs/promises'
import type { RequestHandler } from 'express'
import { baseUrlOf } from './base-url.ts'

/** A built package: its version, the path of its tarball in the folder, and the hash of that file. */
interface ListedPackage {
  readonly manifest: { readonly name: string; readonly version: string }
  readonly tarball: string
  readonly integrity: string
}

/**
 * Serves npm's registry metadata from the list in a folder of built packages. Passes any other path to the next handler: the
 * tarballs, which are files of the same folder, and unknown packages.
 */
export function npmRegistry(folder: URL): RequestHandler {
  const list = new URL('packages.json', folder)
  return async (request, response, next) => {
    // Read for each request: a rebuild replaces the tarballs and their hashes while the server runs.
    const packages = JSON.parse(await readFile(list, 'utf8')) as Readonly<Record<string, ListedPackage>>
    // npm escapes the slash of a name.
    const name = request.path.slice(1).replace(/%2f/i, '/')
    if (!Object.hasOwn(packages, name)) return next()
    const { manifest, tarball, integrity } = packages[name] as ListedPackage
    // npm requires an absolute URL of a tarball.
    const dist = { tarball: `${baseUrlOf(request)}${request.baseUrl}/${tarball}`, integrity }
    response.set('cache-control', 'no-cache').json({
      name,
      'dist-tags': { latest: manifest.version },
      versions: { [manifest.version]: { ...manifest, dist } },
    })
  }
}
