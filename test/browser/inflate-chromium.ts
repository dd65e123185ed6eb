import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { inflate } from '@sparticuz/chromium'

// The body of a worker. inflate() writes only to the temporary folder. The parent sets TMPDIR to the folder to fill.
const packageFolder = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']
await Promise.all(archives.map((archive) => inflate(join(packageFolder, 'bin', archive))))
