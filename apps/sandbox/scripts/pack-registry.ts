import { join } from 'node:path'
import { packRegistry } from '@contract-kit/packaging/registry'

/** Adds the packages of the kit to the page's build: a sandbox is their registry until they are published. */
await packRegistry(join(import.meta.dirname, '../dist/npm'))
