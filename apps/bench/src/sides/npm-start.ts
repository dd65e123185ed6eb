import { readFileSync } from 'node:fs'

const packageFile = new URL('../../../../package.json', import.meta.url)
const { scripts } = JSON.parse(readFileSync(packageFile, 'utf8')) as { scripts: { start: string } }
const [, options] = / node (.+) apps\/server\/src\/main\.ts$/.exec(scripts.start) ?? []
if (options === undefined) throw new Error(`"npm start" gives Node no options any more: ${scripts.start}`)

/** What `npm start` gives to Node. The image gives it the same. */
export const nodeOptions: readonly string[] = options.split(' ')
