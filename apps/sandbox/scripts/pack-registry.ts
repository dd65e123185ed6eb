import { join } from 'node:path'
import { packRegistry } from '@contract-kit/packaging/registry'

/** Puts the packages of the kit beside the page: a sandbox is their registry until another has them. */
await packRegistry(join(import.meta.dirname, '../dist/npm'))
