import { join } from 'node:path'
import { createPackageFolder } from './package-folder.ts'

/** Builds `dist`: the package as it is published, ready for `npm pack` and `npm publish`. */
await createPackageFolder(join(import.meta.dirname, '../dist'))
