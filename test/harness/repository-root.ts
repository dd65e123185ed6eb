import { join } from 'node:path'

/** Where the repository begins. */
export const repositoryRoot = join(import.meta.dirname, '../..')
