import { sideTitles } from '../sides/sides.ts'
import { works } from '../works/works.ts'
import { partTitles } from './parts.ts'

const list = (entries: readonly (readonly [string, string])[]): string =>
  entries.map(([name, title]) => `    ${name.padEnd(18)}${title}`).join('\n')

/** The output of `--help`. */
export const usage = `npm run bench [-- options]

Measures the server beside bare servers, a framework, a validator and the mock, in turn, in one run on this machine.

  --quick            two to three minutes for judging a change, not for quoting: the works and sides that
                     targets name, 5 rounds of 0.5 s; parts that --only names measure less, too
  --rounds N         how often every side has its turn at every work (7)
  --seconds N        how long a turn is (0.8)
  --warm N           seconds that every side works at every work beforehand (10)
  --connections N,N  open connections, each with one request in flight (1,16,64)
  --only NAME,NAME   only these works, sides and parts
  --check            times \`npm run check\` too, without and with turbo's cache; it takes long
  --json FILE        writes the figures there too
  --help             this text

  A change of one work in a minute, on both sides of a target:
    npm run bench -- --quick --only wallet,sqlite,express-validator

  Works
${list(works.map(({ name, title }) => [name, title]))}

  Sides
${list(Object.entries(sideTitles))}

  Parts
${list(Object.entries(partTitles))}

Ends with 0, also where a target is missed; with 1 where a side failed; with 2 where the options cannot be understood.
`
